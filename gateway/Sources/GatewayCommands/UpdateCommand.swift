internal import BluetoothLE
internal import FeasyBeacon
internal import FirmwareUpdate
internal import Glibc

extension DeviceWorker {
    /// Sends an image from the firmware folder. Reports progress every 5 %.
    func update(
        _ peripheral: Peripheral,
        _ options: Command.UpdateOptions,
        _ job: Job
    ) async throws -> CommandReply.Outcome {
        let file = try Self.image(options.file, in: firmware)
        var configuration = options.isFeasycom ? SuotaConfiguration.feasycom : SuotaConfiguration()
        if let bank = options.bank { configuration.imageBank = bank }
        configuration.runningBank = options.runningBank
        if let size = options.blockSize { configuration.blockSize = size }
        let login = BeaconModuleSession(
            peripheral,
            pin: device.pin,
            options: .init { $0.login = PlainLogin() }
        )
        let manager = SuotaManager(peripheral, configuration: configuration) {
            $0.restarts = 2
            $0.logIn(with: login)
        }
        let events = manager.events
        let progress = Task {
            var reported = 0
            for await case .progress(let part) in events where Int(part) / 5 > reported {
                reported = Int(part) / 5
                job.tell(.response(job.reply.progress(reported * 5)))
            }
        }
        defer { progress.cancel() }
        do {
            let outcome = try await manager.start(file)
            await manager.disconnect()
            return .updated(
                milliseconds: Int(outcome.total / .milliseconds(1)),
                attempts: outcome.attempts
            )
        } catch {
            await manager.disconnect()
            throw error
        }
    }

    /// Reads an image. The name must have no path: a request can only access files of that folder.
    private static func image(
        _ name: String,
        in folder: String?
    ) throws(CommandError) -> SuotaFile {
        guard let folder else {
            throw CommandError(
                .notAllowed,
                "the configuration has no firmware folder",
                nextStep: "see commands.firmware"
            )
        }
        guard !name.isEmpty, !name.hasPrefix("."), name.utf8.count <= 200,
            name.utf8.allSatisfy({ $0 != UInt8(ascii: "/") && $0 >= 0x20 })
        else {
            throw CommandError(.badRequest, "file must be the name of a file in commands.firmware")
        }
        let handle = open("\(folder)/\(name)", O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard handle >= 0 else {
            let reason = String(cString: strerror(errno))
            throw CommandError(
                .badFile,
                "\(name) cannot be read: \(reason)",
                nextStep: "see commands.firmware"
            )
        }
        defer { close(handle) }
        var facts = stat()
        guard fstat(handle, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG,
            facts.st_size <= 16 << 20
        else { throw CommandError(.badFile, "\(name) is not a regular file of at most 16 MB") }
        var bytes = [UInt8](repeating: 0, count: Int(facts.st_size))
        var count = 0
        while count < bytes.count {
            let part = bytes.withUnsafeMutableBytes {
                read(handle, $0.baseAddress! + count, $0.count - count)
            }
            guard part > 0 else { break }
            count += part
        }
        let file = SuotaFile(name: name, bytes: Array(bytes.prefix(count)))
        do {
            try file.check()
        } catch {
            throw CommandError(.badFile, "\(error)", code: error.code)
        }
        return file
    }
}
