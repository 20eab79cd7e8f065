// A quiz that keeps its answers in a file, and celebrates what is saved: each fifth right answer in a row is a star.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
)

type object = map[string]any

type request struct {
	ID     int
	Method string
	Params struct {
		DataDirectory, Action, Response string
		AtMs, ToMs                      int
		Quiz                            struct {
			Questions []struct {
				Options      []string
				CorrectIndex int
			}
		}
	}
}

var (
	start request
	file  *os.File
	saved string          // "s" for the start of the attempt, then "r" or "w" for each answer
	stars = map[int]int{} // on screen: the end of each by its question; a kill takes them
)

// next returns what the action adds to the file, or the protocol's name for the reason to refuse it.
func next(action, response string) (mark, refusal string) {
	questions, answers := start.Params.Quiz.Questions, len(saved)-1
	if action == "start" && answers < 0 {
		return "s", ""
	} else if action == "start" || answers == len(questions) {
		return "", "conflict"
	} else if answers < 0 {
		return "", "notFound"
	}
	question := questions[answers]
	index := strings.Index("ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:len(question.Options)], response)
	if index < 0 || len(response) != 1 {
		return "", "invalid"
	} else if index == question.CorrectIndex {
		return "r", ""
	}
	return "w", ""
}

func act(mark string, atMs int) {
	before := earned()
	must(file.WriteString(mark))
	must(0, file.Sync())
	saved += mark
	// The change is on disk: from here on, it is only shown.
	say(object{"method": "saved"})
	if question := len(saved) - 2; earned() > before {
		stars[question] = atMs + 1100
		cue := object{"animation": "A1", "questionIndex": question, "atMs": atMs, "durationMs": 1100}
		say(object{"method": "cue.started", "params": cue})
	}
}

func earned() int { return strings.Count(saved, "rrrrr") }

func say(message object) {
	message["jsonrpc"] = "2.0"
	fmt.Println(string(must(json.Marshal(message))))
}

func must[Value any](value Value, err error) Value {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	input := json.NewDecoder(os.Stdin)
	for input.More() {
		var request request
		must(0, input.Decode(&request))
		reply := object{"id": request.ID, "result": object{}}
		switch params := request.Params; request.Method {
		case "app.start":
			start = request
			file = must(os.OpenFile(params.DataDirectory+"/quiz", os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600))
			// The name of the file is on disk once its directory is.
			must(0, must(os.Open(params.DataDirectory)).Sync())
			saved = string(must(io.ReadAll(file)))
			reply["result"] = object{"name": "quiz in Go, with a file", "capabilities": object{
				"clock": "virtual", "questions": []string{"mcq"}, "actions": []string{"start", "answer"},
				"state": []string{"question", "stars", "attemptOpen"}, "suppressed": false}}
		case "app.act":
			if mark, refusal := next(params.Action, params.Response); refusal == "" {
				act(mark, params.AtMs)
			} else {
				why := object{"code": -32000, "message": refusal, "data": object{"name": refusal}}
				reply = object{"id": request.ID, "error": why}
			}
		case "app.advance":
			for question, end := range stars {
				if end <= params.ToMs {
					delete(stars, question)
					say(object{"method": "cue.ended", "params": object{
						"animation": "A1", "questionIndex": question, "atMs": end, "disposition": "played"}})
				}
			}
		case "app.state":
			reply["result"] = object{"question": len(saved), "stars": earned(), "attemptOpen": saved != ""}
		}
		say(reply)
	}
}
