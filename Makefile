# The front door. Each target first sees to it that what it needs is installed (scripts/setup);
# SETUP=no leaves that out.
#
#   make                build the program and the page        build/fanorona, build/web
#   make run            build, then serve the page            HOST=127.0.0.1 PORT=8080
#   make test           the usual tests, a few minutes        last line: N passed, N failed
#   make test-long      everything that takes longer
#   make bench          speed, and the node counts that must not move
#   make bench-load     the server under load, beside its bounds
#   make fuzz           fuzz every target                     TIME=60 (seconds each)
#   make install        program, library, page, man page      PREFIX=/usr/local DESTDIR=
#   make deb            a Debian package in build/
#   make clean          remove what was built (never games or other data)

SHELL = /bin/bash
SETUP = yes
TIME = 60
PREFIX = /usr/local
export DESTDIR

# Everything is made by the scripts and ninja, which know best what is out of date.
.PHONY: all setup setup-test run test test-long bench bench-load fuzz install deb clean
.NOTPARALLEL:

all: setup
	@scripts/build program module web

setup:
ifneq ($(SETUP),no)
	@scripts/setup
endif

setup-test:
ifneq ($(SETUP),no)
	@scripts/setup --test
endif

run: all
	@build/fanorona serve $(if $(HOST),--bind '$(HOST)') $(if $(PORT),--port '$(PORT)') || \
	{ status=$$?; echo 'make run: the address is chosen with make run HOST=… PORT=…' >&2; exit $$status; }

test: setup-test
	@scripts/test

test-long: setup-test
	@scripts/test --long

bench: setup
	@scripts/build program bench
	@build/fanorona bench
	@build/bench/bench
	@build/bench/bench_records 200000

bench-load: setup
	@scripts/build program bench-load
	@build/bench/load/bench_load build/fanorona

fuzz: setup-test
	@scripts/build asan
	@scripts/fuzz $(TIME)

install: all
	@cmake --install build --prefix '$(PREFIX)'
# A new shared library is found only after ldconfig; packages see to that themselves.
	@if [ -z "$$DESTDIR" ] && [ "$$(id -u)" = 0 ]; then PATH=$$PATH:/sbin:/usr/sbin ldconfig; fi

deb: all
	@cd build && cpack -G DEB

clean:
	@rm -rf build
