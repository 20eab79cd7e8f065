import HomeworkJSON
import HomeworkSystem

/// How calls are begun and answered, both in the order of their lines.
extension ClientConnection {
  private enum Step {
    case begin(Call)
    case read(Waiting)
  }

  /// Begins what can be begun now, as far as its share goes. What is answered meanwhile goes out with `flush`.
  func run() {
    let isMine = state.withLock { state in
      guard !state.isRunning, !state.isInLine, !state.isClosed else { return false }
      state.isRunning = true
      return true
    }
    guard isMine else { return }
    let endNs = Monotonic.nowNs + Self.shareNs
    var steps = 0
    while let step = state.withLock({ next(&$0, isLast: steps == Self.shareSteps || Monotonic.nowNs > endNs) }) {
      steps += 1
      switch step {
      case .begin(let call): service.handler.begin(call)
      case .read(.line(let line)):
        let read = RequestLine(reading: line)
        state.withLock { $0.take(read) }
      case .read(.refused(let error)): state.withLock { $0.take(.refused(error)) }
      }
    }
  }

  /// What to do next; with nothing to do, or its share over, the thread is done here.
  private func next(_ state: inout State, isLast isShareOver: Bool) -> Step? {
    while !state.isClosed {
      if let request = state.requests.first {
        let offset = state.requests.startIndex
        guard case .success((let method, let params)) = request.content else {
          if case .failure(let error) = request.content { state.answer(request, at: offset, .failure(error)) }
          state.requests.removeFirst()
          continue
        }
        if let id = request.id, state.takenBack.remove(id) != nil {
          state.answer(request, at: offset, .failure(.takenBack))
          state.requests.removeFirst()
          continue
        }
        let isPipelined = service.handler.isPipelined(method, params)
        guard state.inFlight.isEmpty || isPipelined && !state.isExclusive else { break }
        // The rest of a batch makes way for what is answered of it.
        guard state.outputBytes < Self.mostWaiting || state.slots.last?.isBatch == true else {
          state.isFull = true
          break
        }
        guard !isShareOver else { return giveWay(&state) }
        state.requests.removeFirst()
        state.isExclusive = !isPipelined
        return .begin(call(method, params, of: request, at: offset, &state))
      }
      guard let line = state.lines.first else {
        state.forgetTakenBack(service)
        break
      }
      state.isFull = state.outputBytes >= Self.mostWaiting
      guard state.slots.count < Self.mostSlots, !state.isFull else { break }
      guard !isShareOver else { return giveWay(&state) }
      state.lines.removeFirst()
      if case .line(let bytes) = line {
        state.lineBytes -= bytes.count
        _ = service.account(-bytes.count)
      }
      return .read(line)
    }
    state.isRunning = false
    return nil
  }

  /// Others first.
  private func giveWay(_ state: inout State) -> Step? {
    state.isRunning = false
    wake(&state)
    return nil
  }

  /// Has it go on when it is its turn.
  func wake(_ state: inout State) {
    guard !state.isRunning, !state.isInLine, !state.isClosed else { return }
    state.isInLine = true
    service.putInLine(self)
  }

  private func call(
    _ method: String, _ params: JSONValue, of request: Request, at offset: Int, _ state: inout State
  ) -> Call {
    let slot = state.firstSlot + state.slots.count - 1
    state.serial += 1
    let serial = state.serial
    let call = Call(method, params, of: self, isNotification: request.id == nil) { [self] call, answer, then in
      finished(call, serial, request, slot: slot, offset: offset, answer, then)
    }
    state.inFlight[serial] = ClientConnection.InFlight(call: call, id: request.id)
    return call
  }

  private func finished(
    _ call: Call, _ serial: Int, _ request: Request, slot: Int, offset: Int, _ answer: Call.Answer,
    _ then: (@Sendable () -> Void)?
  ) {
    // Before the lock: this is the long part.
    var bytes = request.id.map { RPCError.reply(to: $0, answer) }
    if let count = bytes?.count, let id = request.id, count > limits.outputShare,
      service.accountOutput(0) > limits.output
    {
      bytes = RPCError.reply(to: id, .failure(.tooMuchUnread))
    }
    // Before it is sent: whoever has the answer finds it counted.
    service.statistics.count(call, answer, service.log)
    let (afterwards, isAwaited) = state.withLock { state in
      state.inFlight[serial] = nil
      if state.inFlight.isEmpty { state.isExclusive = false }
      let afterwards = state.close(slot, offset, bytes, then)
      if state.inFlight.isEmpty { sayLastWord(&state) }
      // What comes once it is answered is begun by whoever reads it: only what has waited is woken.
      let isAwaited = !state.requests.isEmpty || !state.lines.isEmpty
      if state.isRunning { countOutput(&state) } else { send(&state) }
      if isAwaited, afterwards.isEmpty { wake(&state) }
      return (afterwards, isAwaited)
    }
    guard !afterwards.isEmpty else { return }
    for body in afterwards { body() }
    if isAwaited { state.withLock { wake(&$0) } }
  }
}

extension ClientConnection.State {
  mutating func add(_ line: [UInt8]) {
    lines.append(.line(line))
    lineBytes += line.count
  }

  mutating func take(_ read: RequestLine) {
    guard !isGone else { return }
    switch isDraining ? .refused(.stopping) : read {
    case .requests(let found, let isBatch):
      slots.append(
        ClientConnection.Slot(answers: Array(repeating: nil, count: found.count), open: found.count, isBatch: isBatch))
      requests = found[...]
    case .refused(let error):
      let reply = error.reply()
      answerBytes += reply.count
      slots.append(ClientConnection.Slot(answers: [reply], open: 0, isBatch: false))
      _ = sendAnswered()
    }
  }

  mutating func answer(_ request: Request, at offset: Int, _ answer: Call.Answer) {
    let slot = firstSlot + slots.count - 1
    for body in close(slot, offset, request.id.map { RPCError.reply(to: $0, answer) }) { body() }
  }

  /// One request of a line is answered; returns what is to be done once that is on its way.
  mutating func close(
    _ slot: Int, _ offset: Int, _ bytes: [UInt8]?, _ then: (@Sendable () -> Void)? = nil
  ) -> [@Sendable () -> Void] {
    // Of a client that is gone nothing is answered.
    guard !isGone, slots.indices.contains(slot - firstSlot) else { return [] }
    if let then { slots[slot - firstSlot].afterwards.append(then) }
    slots[slot - firstSlot].answers[offset] = bytes
    answerBytes += bytes?.count ?? 0
    slots[slot - firstSlot].open -= 1
    return sendAnswered()
  }

  /// Answers go out in the order of their lines.
  private mutating func sendAnswered() -> [@Sendable () -> Void] {
    var afterwards: [@Sendable () -> Void] = []
    while let slot = slots.first, slot.open == 0 {
      let answers = slot.answers.compactMap(\.self)
      if !slot.isBatch {
        if let answer = answers.first { output.append(answer) }
      } else if !answers.isEmpty {
        output.append([UInt8(ascii: "[")] + answers.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")])
      }
      answerBytes -= answers.reduce(0) { $0 + $1.count }
      afterwards += slot.afterwards
      slots.removeFirst()
      firstSlot += 1
    }
    return afterwards
  }

  /// The calls that are to be cancelled; a request that waits is answered when it is its turn.
  ///
  /// - Parameter bytes: of the line that says so: they count as waiting, so that nobody fills the memory with ids.
  mutating func takeBack(_ id: JSONValue, _ bytes: Int) -> [Call] {
    let running = inFlight.values.filter { $0.id == id }.map(\.call)
    if running.isEmpty, !lines.isEmpty || !requests.isEmpty, takenBack.insert(id).inserted { takenBackBytes += bytes }
    return running
  }

  mutating func forgetTakenBack(_ service: any ConnectionService) {
    _ = service.account(-takenBackBytes)
    (takenBack, takenBackBytes) = ([], 0)
  }

  /// What is wrong with all that the client sends: no more is read.
  mutating func endInput(with error: RPCError) {
    hasEnded = true
    lines.append(.refused(error))
  }

  mutating func dropInput(_ service: any ConnectionService) {
    forgetTakenBack(service)
    _ = service.account(-inputBytes)
    _ = framer.finish()
    (lines, lineBytes) = ([], 0)
  }

  /// Nobody reads any more: what is not begun never is.
  mutating func leave(_ service: any ConnectionService) {
    (isGone, hasEnded) = (true, true)
    dropInput(service)
    (requests, slots, answerBytes) = ([], [], 0)
  }
}

extension RPCError {
  static let tooMuchUnread = RPCError(
    .busy,
    "too many replies are waiting to be read on all connections: repeat the call later, a write with its requestId")
  static let takenBack = RPCError(.cancelled, "cancelled by the client")
  static let stopping = RPCError(.busy, "the daemon is stopping: try again later")
}
