# doxa -- `make` builds it, `make run` serves it, `make tour` shows it, `make test`
# checks it; `make help` lists the rest.

CC      := $(if $(filter default,$(origin CC)),gcc,$(CC))
MODE    ?= $(if $(filter test test-long fuzz,$(MAKECMDGOALS)),test,release)
BUILD   := build/$(MODE)
PREFIX  ?= /usr/local
VERSION := $(shell sed -n 's/^.define DX_VERSION "\(.*\)"/\1/p' src/base/version.h)
# What may change under a program that is linked with it: docs/library.md.
ABI     := $(if $(filter 0.%,$(VERSION)),$(basename $(VERSION)),$(word 1,$(subst ., ,$(VERSION))))
ONLY    ?=
OBJCOPY ?= objcopy
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(shell nproc)
endif

WARN     := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes \
            -Wmissing-prototypes -Wvla -Wformat=2 -Wno-missing-field-initializers -Werror
CPPFLAGS += -Isrc -Itests -D_GNU_SOURCE $(CPPFLAGS.$(MODE))
CFLAGS.release  := -O2 -g -DNDEBUG -fno-semantic-interposition
CFLAGS.test     := -O1 -g -fsanitize=address,undefined -fno-omit-frame-pointer \
                   -fno-sanitize-recover=all
LDFLAGS.test    := -fsanitize=address,undefined
CFLAGS.fuzz     := -O1 -g -fsanitize=fuzzer-no-link,address,undefined \
                   -fno-sanitize-recover=all
LDFLAGS.fuzz    := -fsanitize=fuzzer,address,undefined
# One file for any Linux: all libraries inside.  Debian's libwebsockets opens its
# libuv part while it runs, so that one is made anew, with it inside.
CFLAGS.static   := $(CFLAGS.release)
# (Names of hosts are never looked up, which is what the linker would warn of.)
LDFLAGS.static  := -static -s -Wl,--no-warnings -L$(BUILD)/libwebsockets/lib -L$(BUILD)/libwebsockets/uv
CPPFLAGS.static := -DDX_IS_STATIC=1 -isystem $(BUILD)/libwebsockets/include
# For the browser: emscripten's headers and what it makes of C, without its
# driver, which takes longer for a file than the compiler.
ifeq ($(MODE),wasm)
CC              := clang $(shell emcc --cflags)
AR              := emar
endif
CFLAGS.wasm     := -Os -DNDEBUG -Wno-error
CPPFLAGS.wasm   := -Iwasm -isystem $(BUILD)/include
# Every x86 of the last fifteen years counts bits in one instruction.
MACHINE := $(if $(filter x86_64,$(if $(filter wasm,$(MODE)),,$(shell uname -m))),-march=x86-64-v2)
ALL_CFLAGS   = -std=c17 $(MACHINE) $(if $(filter wasm,$(MODE)),,-fPIC) $(WARN) $(CFLAGS.$(MODE)) $(CFLAGS)
ALL_LDFLAGS  = $(LDFLAGS.$(MODE)) $(LDFLAGS)
# What only the program needs.
SERVER_LDLIBS := -lwebsockets -luv -lsqlite3 $(if $(filter static,$(MODE)),-lssl -lcrypto -lz -lcap)
LDLIBS  += -ljansson -lgmp -lcadical $(if $(filter static,$(MODE)),-lstdc++,\
           -Wl,-Bstatic -lstdc++ -Wl,-Bdynamic) -lm -pthread
# Only lab/mpi.c knows MPI, and it opens the library itself, under mpirun; so
# nothing is linked.  Tests have it on.  The header is looked for by the shell,
# since it may be installed after this file is read.
MPI ?= $(if $(filter test,$(MODE)),1)

sources   = $(sort $(wildcard $(1)/*.c $(1)/*/*.c $(1)/*/*/*.c))
objects   = $(patsubst %,$(BUILD)/%.o,$(1))
SRC       := $(call sources,src)
# Server and store belong to the program and not to the library.
SERVER_SRC := $(call sources,src/server) $(call sources,src/store)
SERVER_OBJS := $(call objects,$(SERVER_SRC)) $(BUILD)/page.c.o
SERVER    := $(BUILD)/libserver.a
LIB_OBJS  := $(call objects,$(filter-out src/cli/% src/launch/% $(SERVER_SRC),$(SRC)))
CLI_OBJS  := $(call objects,$(call sources,src/cli))
LAUNCH_OBJS := $(call objects,$(call sources,src/launch))
TEST_OBJS := $(call objects,$(filter-out tests/fuzz/% tests/host/%,$(call sources,tests)))
FUZZ_OBJS := $(call objects,$(filter tests/fuzz/%,$(call sources,tests)))
BENCH_OBJS := $(call objects,$(filter-out bench/battery/% bench/load/%,$(call sources,bench)))
LOAD_OBJS := $(call objects,$(call sources,bench/load))
BATTERY_OBJS := $(call objects,$(call sources,bench/battery))
PRODUCTS  := $(BUILD)/doxa $(BUILD)/doxa-serve $(BUILD)/libdoxa.so $(BUILD)/public/libdoxa.a
FUZZERS   := $(patsubst tests/fuzz/%.c,$(BUILD)/fuzz-%,$(wildcard tests/fuzz/*.c))
SAMPLERS  := $(FUZZERS:$(BUILD)/fuzz-%=$(BUILD)/sample-%)

.DEFAULT_GOAL := build
.PHONY: build run tour test test-long test-python bench battery load lint format install wasm site static deb clean help \
    setup FORCE
.SECONDARY:

## build      the program and the library; plain `make` does it
build: setup-run
	@$(MAKE) --no-print-directory $(PRODUCTS)

## run        build doxa and serve its tables: open the address in a
##            browser; ARGS='--port 8080 --store games.db'
run: setup-run
	@$(MAKE) -s --no-print-directory $(BUILD)/doxa $(BUILD)/doxa-serve
	@$(BUILD)/doxa serve $(ARGS)

## tour       show at the terminal what doxa answers
tour: setup-run
	@$(MAKE) --no-print-directory $(BUILD)/doxa
	@tools/tour $(BUILD)/doxa

## test       build with sanitizers, check everything; ONLY=part,
##            GAME=name, SLOW=20 the slowest
test: setup-test
	@tools/run-tests $(BUILD) "$(ONLY)" \
	    $(MAKE) --no-print-directory MODE=$(MODE) tested

## test-long  the same, and what takes minutes: long tests, fuzzing
test-long: setup-test
	@$(MAKE) --no-print-directory MODE=fuzz CC=clang fuzzers
	@LONG=1 tools/run-tests $(BUILD) "$(ONLY)" \
	    $(MAKE) --no-print-directory MODE=$(MODE) tested

## test-python
##            what of the Python package needs the package index
test-python: setup-run
	@$(MAKE) --no-print-directory MODE=release build/release/libdoxa.so
	@tools/test-python build/release

## bench      measure, with the peers' figures beside ours
bench: setup-run
	@$(MAKE) --no-print-directory $(BUILD)/doxa $(BUILD)/doxa-bench
	@$(BUILD)/doxa-bench $(ONLY)

## battery    ask random questions at full size; ARGS='--quick', or --help
battery: setup-run
	@$(MAKE) --no-print-directory $(BUILD)/doxa-battery
	@$(BUILD)/doxa-battery $(ARGS)

## load       play at many tables of a server;
##            ARGS='--tables 1000 --idle 5000'
load: setup-run
	@$(MAKE) --no-print-directory $(BUILD)/doxa $(BUILD)/doxa-serve \
	    $(BUILD)/doxa-load
	@$(BUILD)/doxa-load $(BUILD)/doxa $(ARGS)

## pictures   make the pictures of the README anew
.PHONY: pictures
pictures: build
	@node web/pictures.mjs $(BUILD)

## lint       clang-tidy and cppcheck over all of src; ONLY=part
lint: setup-test
	@ONLY="$(ONLY)" tools/lint $(CPPFLAGS) -std=c17

## format     rewrite all C files in the house style
format:
	clang-format -i $$(git ls-files --cached --others --exclude-standard \
	    '*.c' '*.h')

## install    library, headers, program, manual, examples (PREFIX, DESTDIR)
install: build
	@tools/install $(BUILD) "$(DESTDIR)" "$(PREFIX)" $(VERSION) $(ABI)

## wasm       the library for browsers: build/wasm/doxa.js and doxa.wasm
wasm: setup-wasm
	@tools/wasm-libraries build/wasm
	@$(MAKE) --no-print-directory MODE=wasm build/wasm/doxa.js
	@ls -sh build/wasm/doxa.js build/wasm/doxa.wasm

## site       the page without a server, for any static host: build/site
site: wasm setup-test build
	@tools/site $(BUILD) build/wasm build/site

## static     the program as one file for any Linux of this machine's kind,
##            with the server inside
static: setup-static
	@tools/libwebsockets build/static/libwebsockets
	@$(MAKE) --no-print-directory MODE=static build/static/doxa-serve
	@cp build/static/doxa-serve build/static/doxa
	@ls -sh build/static/doxa

## deb        Debian packages of it: program, library, headers
deb: setup-deb build
	@tools/deb $(BUILD) build/deb $(VERSION) $(ABI)

## clean      remove everything built
clean:
	rm -rf build

help:
	@echo 'doxa: games of knowledge.  The targets, with MODE=release|test,'
	@echo 'CC=gcc|clang and MPI=1 as switches:'
	@sed -n 's/^##   */                  /p; s/^## /  make /p' $(MAKEFILE_LIST)

setup-%:
	@tools/setup $*

# Of the server it takes the store.
$(BUILD)/doxa: $(CLI_OBJS) $(LAUNCH_OBJS) $(SERVER) $(BUILD)/libdoxa.a
	@echo '  LD $@'
	@$(CC) $(ALL_LDFLAGS) -o $@ $^ -lsqlite3 $(LDLIBS)

# What `doxa serve` becomes: the same, with the server inside.
$(BUILD)/doxa-serve: $(CLI_OBJS) $(SERVER) $(BUILD)/libdoxa.a
	@echo '  LD $@'
	@$(CC) $(ALL_LDFLAGS) -o $@ $^ $(SERVER_LDLIBS) $(LDLIBS)

$(BUILD)/doxa-test: $(TEST_OBJS) $(SERVER) $(BUILD)/libdoxa.a
	@echo '  LD $@'
	@$(CC) $(ALL_LDFLAGS) -o $@ $^ -lcmocka -lbdd $(SERVER_LDLIBS) $(LDLIBS)

$(BUILD)/doxa-bench: $(BENCH_OBJS) $(BUILD)/libdoxa.a
	@echo '  LD $@'
	@$(CC) $(ALL_LDFLAGS) -o $@ $^ $(LDLIBS)

$(BUILD)/doxa-battery: $(BATTERY_OBJS) $(BUILD)/libdoxa.a
	@echo '  LD $@'
	@$(CC) $(ALL_LDFLAGS) -o $@ $^ $(LDLIBS)

$(BUILD)/doxa-load: $(LOAD_OBJS) $(BUILD)/libdoxa.a
	@echo '  LD $@'
	@$(CC) $(ALL_LDFLAGS) -o $@ $^ $(LDLIBS)

# The browser's: one function that JavaScript calls.  (Debian's acorn makes the
# loader small, whoever's Node it is.)
$(BUILD)/doxa.js: $(BUILD)/wasm/door.c.o $(BUILD)/libdoxa.a
	@echo '  LD $@'
	@NODE_PATH=/usr/share/nodejs emcc -O3 $^ -L$(BUILD)/lib -ljansson -lgmp -lcadical -lc++ -lc++abi \
	    -sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=33554432 -sTOTAL_STACK=8388608 \
	    -sMODULARIZE=1 -sEXPORT_NAME=doxaEngine -sENVIRONMENT=web,worker,node \
	    -sEXPORTED_FUNCTIONS=_dx_wasm_door,_malloc,_free \
	    -sEXPORTED_RUNTIME_METHODS=UTF8ToString,stringToUTF8,lengthBytesUTF8 \
	    -o $@

# All that tools/run-tests runs.
.PHONY: tested
# What measures is compiled with it, so that it follows what it measures.
tested: $(PRODUCTS) $(BUILD)/doxa-test $(SAMPLERS) \
    $(BENCH_OBJS) $(BATTERY_OBJS) $(LOAD_OBJS)

$(BUILD)/sample-%: $(BUILD)/tests/fuzz/%.c.o $(BUILD)/tests/fuzz/sample/main.c.o \
    $(SERVER) $(BUILD)/libdoxa.a
	@echo '  LD $@'
	@$(CC) $(ALL_LDFLAGS) -o $@ $^ $(SERVER_LDLIBS) $(LDLIBS)

.PHONY: fuzzers
fuzzers: $(FUZZERS)
$(BUILD)/fuzz-%: $(BUILD)/tests/fuzz/%.c.o $(SERVER) $(BUILD)/libdoxa.a
	@echo '  LD $@'
	@$(CC) $(ALL_LDFLAGS) -o $@ $^ $(SERVER_LDLIBS) $(LDLIBS)

# The page and the examples, inside the program.
PAGE_FILES := $(shell find web/dist examples/logic examples/belief examples/course examples/lessons -type f 2>/dev/null)
$(BUILD)/page.c: tools/embed src/server/page.h $(PAGE_FILES)
	@mkdir -p $(@D)
	@tools/embed $(BUILD)/packed >$@
$(BUILD)/page.c.o: $(BUILD)/page.c
	@$(CC) $(CPPFLAGS) $(ALL_CFLAGS) -c -o $@ $<

$(SERVER): $(SERVER_OBJS)
	@rm -f $@
	@$(AR) rcsP $@ $^

$(BUILD)/libdoxa.a: $(LIB_OBJS)
	@rm -f $@
	@$(AR) rcsP $@ $^

# What others may call: what include/doxa.h declares, and nothing else.
$(BUILD)/exports: $(BUILD)/libdoxa.a include/doxa.h tools/exports
	@tools/exports '$(CC)' $< >$@

# The C++ library inside is CaDiCaL's; it must not become everybody's.
$(BUILD)/libdoxa.so: $(BUILD)/exports $(LIB_OBJS)
	@echo '  LD $@'
	@(echo '{ global:'; sed 's/$$/;/' $<; echo 'local: *; };') >$<.map
	@$(CC) -shared -Wl,-soname,libdoxa.so.$(ABI) -Wl,--exclude-libs,ALL \
	    -Wl,--version-script=$<.map $(ALL_LDFLAGS) -o $@ $(LIB_OBJS) $(LDLIBS)

# The archive that is installed: one object, so that what is not public is not
# seen from outside here either.
$(BUILD)/public/libdoxa.a: $(BUILD)/exports $(LIB_OBJS)
	@mkdir -p $(@D) && rm -f $@
	@$(LD) -r -o $(@D)/doxa.o $(LIB_OBJS)
	@$(OBJCOPY) --keep-global-symbols=$< $(@D)/doxa.o
	@$(AR) rcs $@ $(@D)/doxa.o && rm $(@D)/doxa.o

$(BUILD)/src/lab/mpi.c.o: CPPFLAGS += $(if $(MPI),-DDX_WITH_MPI \
    $$(pkg-config --cflags ompi-c | sed 's/-I/-isystem /g'))

# Rebuilds everything when the compiler or a flag changes.
$(BUILD)/flags: FORCE
	@mkdir -p $(@D)
	@echo '$(CC) $(CPPFLAGS) $(ALL_CFLAGS) $(MPI)' | cmp -s - $@ || \
	    echo '$(CC) $(CPPFLAGS) $(ALL_CFLAGS) $(MPI)' >$@

$(BUILD)/%.c.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	@echo '  CC $<'
	@$(CC) $(CPPFLAGS) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

-include $(patsubst %.o,%.d,$(LIB_OBJS) $(CLI_OBJS) $(SERVER_OBJS) $(TEST_OBJS) \
    $(FUZZ_OBJS) $(BENCH_OBJS) $(BATTERY_OBJS) $(LOAD_OBJS))
