// Prints the places of Swift files that scripts/mutants may change, as JSON: places FILE...
import Foundation
import SwiftOperators
import SwiftParser
import SwiftSyntax

struct Place: Encodable {
    let file: String
    /// The line of the operator, or the first one.
    let line: Int
    /// The first and the last line.
    let lines: [Int]
    /// Offsets in UTF-8.
    let start: Int
    let stop: Int
    let kind: String
    let original: String
    let mutated: String
    /// Other modules compile the code too, so it sees only public and `@usableFromInline` declarations.
    let isInlinable: Bool
}

let operators: [(kind: String, table: [String: String])] = [
    (
        "comparison",
        [
            "==": "!=", "!=": "==", "===": "!==", "!==": "===", "<": ">=", ">=": "<", ">": "<=",
            "<=": ">", "&&": "||", "||": "&&",
        ]
    ),
    ("boundary", ["<": "<=", "<=": "<", ">": ">=", ">=": ">"]),
    (
        "sign",
        [
            "+": "-", "-": "+", "*": "/", "/": "*", "<<": ">>", ">>": "<<", "&+": "&-", "&-": "&+",
            "&<<": "&>>", "&>>": "&<<", "+=": "-=", "-=": "+=", "*=": "/=", "/=": "*=",
            "<<=": ">>=",
            ">>=": "<<=", "|=": "&=", "&=": "|=",
        ]
    ),
]
/// The compiler needs the first ones; only a caller's mistake shows that the others are missing.
let kept: Set = [
    "fatalError", "preconditionFailure", "super.init", "self.init", "precondition", "assert",
    "assertionFailure",
]

final class Finder: SyntaxVisitor {
    private let file: String
    private let converter: SourceLocationConverter
    private(set) var places: [Place] = []

    init(file: String, tree: Syntax) {
        self.file = file
        converter = SourceLocationConverter(fileName: file, tree: tree)
        super.init(viewMode: .sourceAccurate)
    }

    // MARK: Code that must be constant

    override func visit(_: AttributeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_: TypeAnnotationSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_: GenericArgumentClauseSyntax) -> SyntaxVisitorContinueKind {
        .skipChildren
    }
    override func visit(_: EnumCaseDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_: SwitchCaseItemSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    // MARK: Places

    override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
        guard let token = node.operator.as(BinaryOperatorExprSyntax.self)?.operator else {
            return .visitChildren
        }
        let isText = [node.leftOperand, node.rightOperand].contains {
            $0.is(StringLiteralExprSyntax.self) || $0.is(ArrayExprSyntax.self)
        }
        guard !(isText && token.text == "+") else { return .visitChildren }
        let (left, right) = (
            node.leftOperand.trimmedDescription, node.rightOperand.trimmedDescription
        )
        for (kind, table) in operators {
            guard let other = table[token.text] else { continue }
            // && binds closer than ||, so its operands need parentheses
            let mutated = other == "&&" ? "(\(left)) && (\(right))" : "\(left) \(other) \(right)"
            add(node, kind, mutated, at: token)
        }
        return .visitChildren
    }

    override func visit(_ node: PrefixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
        if node.operator.text == "-" { add(node, "sign", node.expression.trimmedDescription) }
        return .visitChildren
    }

    override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
        add(node, "constant", node.literal.text == "true" ? "false" : "true")
        return .skipChildren
    }

    override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
        let digits = node.literal.text.replacing("_", with: "")
        let prefixes = ["0x": 16, "0b": 2, "0o": 8]
        let radix = prefixes[String(digits.prefix(2))]
        if let value = UInt64(digits.dropFirst(radix == nil ? 0 : 2), radix: radix ?? 10),
            value < .max
        {
            let prefix = radix == nil ? "" : digits.prefix(2)
            add(node, "constant", prefix + String(value + 1, radix: radix ?? 10))
        }
        return .skipChildren
    }

    override func visit(_ node: FloatLiteralExprSyntax) -> SyntaxVisitorContinueKind {
        let text = node.literal.text
        let isZero = !text.contains { ("1"..."9").contains($0) }
        add(node, "constant", isZero ? "1.0" : "2 * \(text)")
        return .skipChildren
    }

    override func visit(_ node: ConditionElementSyntax) -> SyntaxVisitorContinueKind {
        if case .expression(let condition) = node.condition { negate(condition) }
        return .visitChildren
    }

    override func visit(_ node: TernaryExprSyntax) -> SyntaxVisitorContinueKind {
        negate(node.condition)
        return .visitChildren
    }

    override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
        guard case .expr(let statement) = node.item else { return .visitChildren }
        var inner = statement
        while true {
            if let next = inner.as(TryExprSyntax.self)?.expression
                ?? inner.as(AwaitExprSyntax.self)?.expression
                ?? inner.as(OptionalChainingExprSyntax.self)?.expression
            {
                inner = next
            } else {
                break
            }
        }
        if let call = inner.as(FunctionCallExprSyntax.self) {
            // a lone call may be the value of a function or closure
            let isValue =
                node.parent?.children(viewMode: .sourceAccurate).count == 1 && !returnsNothing(node)
            if !isValue && !kept.contains(call.calledExpression.trimmedDescription) {
                add(statement, "removal", "")
            }
        } else if let assignment = inner.as(InfixOperatorExprSyntax.self), !isInInitializer(node) {
            let name = assignment.operator.as(BinaryOperatorExprSyntax.self)?.operator.text ?? "="
            if assignment.operator.is(AssignmentExprSyntax.self)
                || name.hasSuffix("=") && operators[0].table[name] == nil
            {
                add(statement, "removal", "")
            }
        }
        return .visitChildren
    }

    // MARK: Details

    private func ancestors(of node: some SyntaxProtocol) -> some Sequence<Syntax> {
        sequence(first: Syntax(node)) { $0.parent }.dropFirst()
    }

    /// Whether the block of a statement is no value.
    private func returnsNothing(_ node: CodeBlockItemSyntax) -> Bool {
        for parent in ancestors(of: node) {
            if let function = parent.as(FunctionDeclSyntax.self) {
                return function.signature.returnClause == nil
            }
            if parent.is(IfExprSyntax.self) || parent.is(SwitchExprSyntax.self) { continue }
            if parent.is(InitializerDeclSyntax.self) || parent.is(DeinitializerDeclSyntax.self)
                || parent.is(DeferStmtSyntax.self) || parent.is(WhileStmtSyntax.self)
                || parent.is(ForStmtSyntax.self) || parent.is(GuardStmtSyntax.self)
                || parent.is(DoStmtSyntax.self)
            {
                return true
            }
            if let accessor = parent.as(AccessorDeclSyntax.self) {
                return accessor.accessorSpecifier.text != "get"
            }
            if parent.is(ClosureExprSyntax.self) || parent.is(AccessorBlockSyntax.self) {
                return false
            }
        }
        return true
    }

    private func isInInitializer(_ node: CodeBlockItemSyntax) -> Bool {
        for parent in ancestors(of: node) {
            if parent.is(InitializerDeclSyntax.self) { return true }
            if parent.is(FunctionDeclSyntax.self) || parent.is(ClosureExprSyntax.self) {
                return false
            }
        }
        return false
    }

    private func isInlinable(_ node: some SyntaxProtocol) -> Bool {
        ancestors(of: node).contains { parent in
            // a default argument
            parent.is(FunctionParameterSyntax.self)
                || parent.asProtocol((any WithAttributesSyntax).self)?.attributes.contains {
                    ["@inlinable", "@_alwaysEmitIntoClient"].contains($0.trimmedDescription)
                } == true
        }
    }

    private func negate(_ condition: ExprSyntax) {
        add(condition, "branch", "!(\(condition.trimmedDescription))")
    }

    private func add(
        _ node: some SyntaxProtocol,
        _ kind: String,
        _ mutated: String,
        at token: TokenSyntax? = nil
    ) {
        let original = node.trimmedDescription
        // the switch contains another copy of the operands, on one line
        let isCopied = kind != "branch" && kind != "removal"
        if isCopied && original.contains("\n") {
            guard !original.contains("//"), !original.contains("\"\"\""), !original.contains("{")
            else {
                return
            }
        }
        let start = node.positionAfterSkippingLeadingTrivia
        let stop = node.endPositionBeforeTrailingTrivia
        let first = converter.location(for: start).line
        let last = converter.location(for: stop).line
        let line = token.map { converter.location(for: $0.positionAfterSkippingLeadingTrivia).line }
        places.append(
            Place(
                file: file,
                line: line ?? first,
                lines: [first, last],
                start: start.utf8Offset,
                stop: stop.utf8Offset,
                kind: kind,
                original: original,
                mutated: mutated.split(whereSeparator: \.isNewline)
                    .map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " "),
                isInlinable: isInlinable(node)
            )
        )
    }
}

var places: [Place] = []
for file in CommandLine.arguments.dropFirst() {
    let source = try String(contentsOfFile: file, encoding: .utf8)
    // operators that are declared elsewhere stay unfolded, and without places
    let tree = OperatorTable.standardOperators.foldAll(Parser.parse(source: source)) { _ in }
    let finder = Finder(file: file, tree: tree)
    finder.walk(tree)
    places += finder.places
}
FileHandle.standardOutput.write(try JSONEncoder().encode(places))
