// cli/prompt.h -- lines that a person types.
//
// At a terminal with libedit installed lines can be edited and called back;
// the library is looked for only then, so nothing else starts slower for it.

#ifndef DX_CLI_PROMPT_H
#define DX_CLI_PROMPT_H

typedef struct dx_prompt dx_prompt;

dx_prompt *dx_prompt_new(void);
void dx_prompt_free(dx_prompt *prompt);

// The next line without its newline, or NULL at the end of the input; borrowed
// until the next call.  `text` is shown at a terminal only.
const char *dx_prompt_read(dx_prompt *prompt, const char *text);

#endif
