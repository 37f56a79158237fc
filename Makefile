# doxa -- `make run` to see it, `make test` to check it; `make help` for the rest.

CC      := $(if $(filter default,$(origin CC)),gcc,$(CC))
MODE    ?= $(if $(filter test test-long fuzz,$(MAKECMDGOALS)),test,release)
BUILD   := build/$(MODE)
PREFIX  ?= /usr/local
VERSION := 0.1.0
ONLY    ?=
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(shell nproc)
endif

WARN     := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes \
            -Wmissing-prototypes -Wvla -Wformat=2 -Wno-missing-field-initializers -Werror
CPPFLAGS += -Isrc -Itests -D_GNU_SOURCE -DDX_VERSION='"$(VERSION)"'
CFLAGS.release  := -O2 -g -DNDEBUG -fno-semantic-interposition
CFLAGS.test     := -O1 -g -fsanitize=address,undefined -fno-omit-frame-pointer \
                   -fno-sanitize-recover=all
LDFLAGS.test    := -fsanitize=address,undefined
CFLAGS.fuzz     := -O1 -g -fsanitize=fuzzer-no-link,address,undefined \
                   -fno-sanitize-recover=all
LDFLAGS.fuzz    := -fsanitize=fuzzer,address,undefined
# Every x86 of the last fifteen years counts bits in one instruction.
MACHINE := $(if $(filter x86_64,$(shell uname -m)),-march=x86-64-v2)
ALL_CFLAGS   = -std=c17 $(MACHINE) -fPIC $(WARN) $(CFLAGS.$(MODE)) $(CFLAGS)
ALL_LDFLAGS  = $(LDFLAGS.$(MODE)) $(LDFLAGS)
LDLIBS  += -ljansson -lgmp -lcadical -Wl,-Bstatic -lstdc++ -Wl,-Bdynamic -lm \
           -pthread
# Only lab/mpi.c knows MPI, and it opens the library itself, under mpirun; so
# nothing is linked.  Tests have it on.  The header is looked for by the shell,
# since it may be installed after this file is read.
MPI ?= $(if $(filter test,$(MODE)),1)

sources   = $(sort $(wildcard $(1)/*.c $(1)/*/*.c $(1)/*/*/*.c))
objects   = $(patsubst %,$(BUILD)/%.o,$(1))
SRC       := $(call sources,src)
LIB_OBJS  := $(call objects,$(filter-out src/cli/%,$(SRC)))
CLI_OBJS  := $(call objects,$(call sources,src/cli))
TEST_OBJS := $(call objects,$(filter-out tests/fuzz/%,$(call sources,tests)))
FUZZ_OBJS := $(call objects,$(filter tests/fuzz/%,$(call sources,tests)))
BENCH_OBJS := $(call objects,$(filter-out bench/battery/%,$(call sources,bench)))
BATTERY_OBJS := $(call objects,$(call sources,bench/battery))
FUZZERS   := $(patsubst tests/fuzz/%.c,$(BUILD)/fuzz-%,$(wildcard tests/fuzz/*.c))
SAMPLERS  := $(FUZZERS:$(BUILD)/fuzz-%=$(BUILD)/sample-%)

.DEFAULT_GOAL := help
.PHONY: run test test-long bench battery lint format install clean help setup FORCE
.SECONDARY:

## run        build doxa and show what it does
run: setup-run
	@$(MAKE) --no-print-directory $(BUILD)/doxa
	@tools/tour $(BUILD)/doxa

## test       build with sanitizers, check everything; ONLY=part, GAME=name,
##            SLOW=20 the slowest
test: setup-test
	@tools/run-tests $(BUILD) "$(ONLY)" \
	    $(MAKE) --no-print-directory MODE=$(MODE) tested

## test-long  the same, and what takes minutes: long tests, fuzzing
test-long: setup-test
	@$(MAKE) --no-print-directory MODE=fuzz CC=clang fuzzers
	@LONG=1 tools/run-tests $(BUILD) "$(ONLY)" \
	    $(MAKE) --no-print-directory MODE=$(MODE) tested

## bench      measure, with the peers' figures beside ours
bench: setup-run
	@$(MAKE) --no-print-directory $(BUILD)/doxa $(BUILD)/doxa-bench
	@$(BUILD)/doxa-bench $(ONLY)

## battery    ask random questions at full size; ARGS='--quick', or --help
battery: setup-run
	@$(MAKE) --no-print-directory $(BUILD)/doxa-battery
	@$(BUILD)/doxa-battery $(ARGS)

## lint       clang-tidy and cppcheck over all of src; ONLY=part
lint: setup-test
	@ONLY="$(ONLY)" tools/lint $(CPPFLAGS) -std=c17

## format     rewrite all C files in the house style
format:
	clang-format -i $$(git ls-files --cached --others --exclude-standard \
	    '*.c' '*.h')

## install    library, header, program, manual, completions (PREFIX, DESTDIR)
install: $(BUILD)/doxa $(BUILD)/libdoxa.a $(BUILD)/libdoxa.so
	@echo '$(LDLIBS)' >$(BUILD)/libs
	@tools/install $(BUILD) "$(DESTDIR)" "$(PREFIX)" $(VERSION)

## clean      remove everything built
clean:
	rm -rf build

help:
	@echo 'doxa: games of knowledge.  The targets, with MODE=release|test,'
	@echo 'CC=gcc|clang and MPI=1 as switches:'
	@sed -n 's/^## /  make /p' $(MAKEFILE_LIST)

setup-%:
	@tools/setup $*

$(BUILD)/doxa: $(CLI_OBJS) $(BUILD)/libdoxa.a
	@echo '  LD $@'
	@$(CC) $(ALL_LDFLAGS) -o $@ $^ $(LDLIBS)

$(BUILD)/doxa-test: $(TEST_OBJS) $(BUILD)/libdoxa.a
	@echo '  LD $@'
	@$(CC) $(ALL_LDFLAGS) -o $@ $^ -lcmocka -lbdd $(LDLIBS)

$(BUILD)/doxa-bench: $(BENCH_OBJS) $(BUILD)/libdoxa.a
	@echo '  LD $@'
	@$(CC) $(ALL_LDFLAGS) -o $@ $^ $(LDLIBS)

$(BUILD)/doxa-battery: $(BATTERY_OBJS) $(BUILD)/libdoxa.a
	@echo '  LD $@'
	@$(CC) $(ALL_LDFLAGS) -o $@ $^ $(LDLIBS)

# All that tools/run-tests runs.
.PHONY: tested
tested: $(BUILD)/doxa $(BUILD)/doxa-test $(SAMPLERS)

$(BUILD)/sample-%: $(BUILD)/tests/fuzz/%.c.o $(BUILD)/tests/fuzz/sample/main.c.o \
    $(BUILD)/libdoxa.a
	@echo '  LD $@'
	@$(CC) $(ALL_LDFLAGS) -o $@ $^ $(LDLIBS)

.PHONY: fuzzers
fuzzers: $(FUZZERS)
$(BUILD)/fuzz-%: $(BUILD)/tests/fuzz/%.c.o $(BUILD)/libdoxa.a
	@echo '  LD $@'
	@$(CC) $(ALL_LDFLAGS) -o $@ $^ $(LDLIBS)

$(BUILD)/libdoxa.a: $(LIB_OBJS)
	@rm -f $@
	@$(AR) rcs $@ $^

# The C++ library inside is CaDiCaL's; it must not become everybody's.
$(BUILD)/libdoxa.so: $(LIB_OBJS)
	@echo '  LD $@'
	@$(CC) -shared -Wl,-soname,libdoxa.so.0 -Wl,--exclude-libs,ALL \
	    $(ALL_LDFLAGS) -o $@ $^ $(LDLIBS)

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

-include $(patsubst %.o,%.d,$(LIB_OBJS) $(CLI_OBJS) $(TEST_OBJS) \
    $(FUZZ_OBJS) $(BENCH_OBJS) $(BATTERY_OBJS))
