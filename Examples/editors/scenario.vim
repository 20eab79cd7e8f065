" Scenarios of hwdb: copy to ~/.vim/syntax/scenario.vim, and add to your vimrc:
"   autocmd BufRead,BufNewFile *.scenario setfiletype scenario
if exists("b:current_syntax") | finish | endif
syntax match scenarioComment "#.*$"
syntax region scenarioString start=+"+ skip=+\\.+ end=+"+
syntax match scenarioBegin "^\s*\(scenario\|expect\)\>"
syntax match scenarioSetting "^\s*\(quiz\|motion\|screen\|profile\|seed\)\>"
syntax match scenarioAction "^\s*\(start\|answer\|skip\|wait\|kill\|resume\|restart\|finish\|leave\|abandon\|add\|complete\|delete\|revisit\|generation\|learner\|screen event\)\>"
syntax match scenarioNumber "\<x\?\d\+\(\.\d\+\)\?\(us\|ms\|s\|min\|h\)\?\>"
syntax keyword scenarioWord at because times from to ever of in before after commit write running nothing no by shuffled only practice limit
highlight default link scenarioComment Comment
highlight default link scenarioString String
highlight default link scenarioBegin Keyword
highlight default link scenarioSetting Type
highlight default link scenarioAction Statement
highlight default link scenarioNumber Number
highlight default link scenarioWord Operator
let b:current_syntax = "scenario"
