extension Comparable {
    /// The nearest value in the range; its lower bound for NaN.
    package func limited(to range: ClosedRange<Self>) -> Self {
        self >= range.lowerBound ? min(self, range.upperBound) : range.lowerBound
    }
}
