#pragma once

int csqlite_answer(void);
