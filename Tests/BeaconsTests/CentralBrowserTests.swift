import AccessoryConcurrency
import Beacons
import BluetoothLE
import FoundationEssentials
import Synchronization
import Testing

/// A browser that scans with a central.
@Suite struct CentralBrowserTests {
    private let clock: VirtualClock
    private let air: VirtualAir
    private let phone: VirtualRadio
    private let radio: VirtualRadio
    private let central: Central
    private let device: PeripheralManager

    init() {
        clock = VirtualClock()
        air = VirtualAir(clock: clock)
        phone = air.addAdapter()
        radio = air.addAdapter()
        central = Central(radio: phone, clock: clock)
        device = PeripheralManager(
            radio: radio,
            clock: clock,
            options: .init { $0.deviceName = "Lamp" }
        )
    }

    private func advertise() async throws {
        try await device.startAdvertising(
            .iBeacon(IBeacon(uuid: 0x1234, major: 1, minor: 7)),
            isConnectable: true
        )
    }

    /// Waits until a browser meets `condition`.
    private func wait(
        _ browser: BeaconBrowser,
        until condition: @Sendable (BeaconBrowser) async -> Bool
    ) async throws {
        for _ in 0..<1000 where await !condition(browser) {
            try await clock.sleep(for: .milliseconds(10))
        }
        #expect(await condition(browser))
    }

    @Test("the example of BeaconBrowser")
    func example() async throws {
        try await clock.run {
            try await advertise()
            let browser = BeaconBrowser(central, kind: .beacon)
            try await browser.startScanning()
            for await event in await browser.events {
                guard case .added(let item) = event else { continue }
                print(item.displayedName, item.rssi ?? 0)
                break
            }
            await browser.stopScanning()
            #expect(await browser.count == 1)
            #expect(await browser.isScanning == false)
        }
    }

    @Test("state, connections and names follow the central")
    func isFed() async throws {
        try await clock.run {
            try await advertise()
            let browser = BeaconBrowser(central, kind: .beacon)
            try await wait(browser) { await $0.state == .poweredOn }
            try await browser.startScanning()
            try await wait(browser) { await $0.count == 1 }
            #expect(await browser.connectedPeripheralItems.isEmpty)

            let peripheral = try await central.connect(to: radio.address!)
            try await wait(browser) { await $0.connectedPeripheralItems.count == 1 }
            try await wait(browser) { await $0.peripheralItems[0].name == "Lamp" }
            #expect(await browser.peripheralItems[0].isConnected)
            #expect(await browser.connectedPeripheralItems[0].id == radio.address)

            // a new scan clears both lists; a device received again is still connected
            try await browser.startScanning()
            try await wait(browser) { await $0.connectedPeripheralItems.first?.name == "Lamp" }

            await peripheral.disconnect()
            try await wait(browser) { await $0.connectedPeripheralItems.isEmpty }
            #expect(await browser.peripheralItems.allSatisfy { !$0.isConnected })
            await browser.stopScanning()
        }
    }

    @Test("a link older than the browser, and a lost link")
    func earlierLink() async throws {
        try await clock.run {
            try await advertise()
            _ = try await central.connect(to: radio.address!)
            let browser = BeaconBrowser(central, kind: .any)
            try await browser.startScanning()
            try await wait(browser) { await $0.connectedPeripheralItems.count == 1 }
            try radio.setPower(false)
            try await wait(browser) { await $0.connectedPeripheralItems.isEmpty }
        }
    }

    @Test("a connected device without advertisements stays connected, but is not listed")
    func connectedAndExpired() async throws {
        try await clock.run {
            try await advertise()
            let browser = BeaconBrowser(
                central,
                kind: .beacon,
                options: BrowserOptions(lifetime: .seconds(5))
            )
            try await browser.startScanning()
            try await wait(browser) { await $0.count == 1 }
            _ = try await central.connect(to: radio.address!)
            try await wait(browser) { await $0.connectedPeripheralItems.count == 1 }
            await browser.expire(at: .seconds(1000))
            #expect(await browser.count == 0)
            #expect(await browser.connectedPeripheralItems.map(\.id) == [radio.address])
            await browser.stopScanning()
        }
    }

    @Test("turning off the adapter ends the scan once, with the reason")
    func powerOff() async throws {
        let ends = Mutex<[String]>([])
        try await clock.run {
            try await advertise()
            let browser = BeaconBrowser(central, kind: .any)
            let scanEnds = browser.scanEnds
            let listener = TimeSource(clock).task {
                for await end in scanEnds { ends.withLock { $0.append("\(end)") } }
            }
            try await browser.startScanning()
            try await wait(browser) { await $0.count == 1 }
            try phone.setPower(false)
            try await wait(browser) { await $0.state == .poweredOff }
            try await wait(browser) { await !$0.isScanning }
            await #expect(throws: CentralError.self) { try await browser.startScanning() }
            try phone.setPower(true)
            try await wait(browser) { await $0.state == .poweredOn }
            try await browser.startScanning()
            try await wait(browser) { await $0.count == 1 }
            await browser.stopScanning()
            await browser.stopScanning()
            try await clock.sleep(for: .seconds(1))
            listener.cancel()
        }
        let told = ends.withLock { $0 }
        #expect(told.count == 2 && told[0].hasPrefix("failed(") && told[1] == "stopped", "\(told)")
    }

    @Test("a call without a central, or without a filter file, throws the reason")
    func refusals() async throws {
        let browser = BeaconBrowser(kind: .any)
        await #expect(throws: BrowserError.noCentral) { try await browser.startScanning() }
        await #expect(throws: BrowserFilterError.noFile) { try await browser.saveFilter() }
    }
}
