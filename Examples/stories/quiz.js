#!/usr/bin/env node
// A quiz that keeps its answers in a JSON file, and celebrates what is saved: each fifth right answer in a row is a star.
const fs = require("fs")

const CAPABILITIES = {
  clock: "virtual", questions: ["mcq"], actions: ["start", "answer"],
  state: ["question", "streak", "stars", "attemptOpen"], suppressed: false,
}
const SPIN_MS = 1100

/** An action that the quiz refuses, with the name of the error in the protocol. */
class Refused extends Error {
  constructor(name, message) {
    super(message)
    this.name = name
  }
}

class Quiz {
  constructor(directory, questions) {
    this.directory = directory
    this.path = directory + "/quiz.json"
    this.questions = questions
    this.answers = fs.existsSync(this.path) ? JSON.parse(fs.readFileSync(this.path, "utf8")).answers : null
    this.spinning = [] // The stars on screen: each with its question and its end. A kill takes them.
  }

  /** The old file stays until the new one is on disk, and so is its name before this returns. */
  save(answers) {
    const file = fs.openSync(this.path + ".new", "w")
    fs.writeSync(file, JSON.stringify({ answers }))
    fs.fsyncSync(file)
    fs.closeSync(file)
    fs.renameSync(this.path + ".new", this.path)
    const directory = fs.openSync(this.directory, "r")
    fs.fsyncSync(directory)
    fs.closeSync(directory)
    this.answers = answers
  }

  act({ action, atMs, response }) {
    if (action == "start") {
      if (this.answers) throw new Refused("conflict", "an attempt is open")
      this.save([])
    } else if (!this.answers) {
      throw new Refused("notFound", "no attempt: start one")
    } else if (this.answers.length == this.questions.length) {
      throw new Refused("conflict", "each question has its answer")
    } else {
      const { options, correctIndex } = this.questions[this.answers.length]
      const index = response.length == 1 ? "ABCDEFGHIJKLMNOPQRSTUVWXYZ".slice(0, options.length).indexOf(response) : -1
      if (index < 0) throw new Refused("invalid", "the response is no option")
      this.save([...this.answers, index == correctIndex])
    }
    // The change is on disk: from here on, it is only shown.
    say({ method: "saved" })
    if (action == "answer" && this.isStar(this.answers.length)) this.celebrate(this.answers.length - 1, atMs)
  }

  celebrate(questionIndex, atMs) {
    this.spinning.push({ questionIndex, end: atMs + SPIN_MS })
    say({ method: "cue.started", params: { animation: "A1", questionIndex, atMs, durationMs: SPIN_MS } })
  }

  advance({ toMs }) {
    for (const { questionIndex, end } of this.spinning.filter(star => star.end <= toMs)) {
      say({ method: "cue.ended", params: { animation: "A1", questionIndex, atMs: end, disposition: "played" } })
    }
    this.spinning = this.spinning.filter(star => star.end > toMs)
  }

  streak(count) {
    const wrong = this.answers.slice(0, count).lastIndexOf(false)
    return count - wrong - 1
  }

  isStar(count) {
    return this.answers[count - 1] && this.streak(count) % 5 == 0
  }

  state() {
    if (!this.answers) return { attemptOpen: false }
    const count = this.answers.length
    const stars = this.answers.filter((_, index) => this.isStar(index + 1)).length
    return { question: count + 1, streak: this.streak(count), stars, attemptOpen: true }
  }
}

function say(message) {
  fs.writeSync(1, JSON.stringify({ jsonrpc: "2.0", ...message }) + "\n")
}

let quiz
const calls = {
  "app.start": params => {
    quiz = new Quiz(params.dataDirectory, params.quiz?.questions ?? [])
    return { name: "quiz in JavaScript, with a JSON file", capabilities: CAPABILITIES }
  },
  "app.act": params => quiz.act(params),
  "app.advance": params => quiz.advance(params),
  "app.state": () => quiz.state(),
}
require("readline").createInterface({ input: process.stdin }).on("line", line => {
  const { id, method, params } = JSON.parse(line)
  try {
    say({ id, result: calls[method]?.(params) ?? {} })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    say({ id, error: { code: -32000, message: error.message, data: { name: error.name } } })
  }
  if (method == "app.stop") process.exit(0)
})
