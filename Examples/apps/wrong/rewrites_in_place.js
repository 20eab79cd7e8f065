// Counts answers in a file that it writes anew each time: the power may fail when the file is empty.
const fs = require("fs")
const say = message => fs.writeSync(1, JSON.stringify({ jsonrpc: "2.0", ...message }) + "\n")
const sync = path => { const file = fs.openSync(path, "r"); fs.fsyncSync(file); fs.closeSync(file) }
let directory, path, answers = null
const does = {
  "app.start": params => {
    directory = params.dataDirectory
    path = directory + "/answers.json"
    if (fs.existsSync(path)) answers = JSON.parse(fs.readFileSync(path))
    const can = { clock: "virtual", actions: ["start", "answer"], state: ["question", "attemptOpen"], suppressed: false }
    return { name: "answers in JavaScript", capabilities: can }
  },
  "app.act": params => {
    if (params.action == "start") answers = []
    else answers.push(params.response)
    fs.writeFileSync(path, JSON.stringify(answers))
    sync(path)
    sync(directory)
    say({ method: "saved" })
    return {}
  },
  "app.state": () => (answers ? { question: answers.length + 1, attemptOpen: true } : { attemptOpen: false }),
}
require("readline").createInterface({ input: process.stdin }).on("line", line => {
  const { id, method, params } = JSON.parse(line)
  say({ id, result: method in does ? does[method](params) : {} })
  if (method == "app.stop") process.exit(0)
})
