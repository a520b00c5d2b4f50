# How a layer, a test, a fuzz target and the program are made: one function each, so that every
# folder's CMakeLists.txt only names its sources and what it stands on.

set(FAN_SANITIZE "" CACHE STRING "Sanitizers for everything, as for -fsanitize=")
option(FAN_LTO "Link-time optimisation" OFF)
option(FAN_WERROR "Warnings are errors" ON)
option(FAN_WASM_SIMD "WebAssembly with vectors" OFF)
option(FAN_FUZZ "Build the libFuzzer targets (clang only)" OFF)

if(CMAKE_SYSTEM_NAME STREQUAL "WASI")
    set(FAN_WASM ON)
else()
    set(FAN_WASM OFF)
    find_package(Threads REQUIRED)
endif()

# Flags of every C file. An interface target, so that a folder can also hang on to it by hand.
add_library(fan_flags INTERFACE)
target_compile_options(fan_flags INTERFACE
    -Wall -Wextra -Wshadow -Wconversion
    $<$<BOOL:${FAN_WERROR}>:-Werror>
    -fvisibility=hidden)
if(FAN_WASM AND FAN_WASM_SIMD)
    target_compile_options(fan_flags INTERFACE -msimd128)
endif()
if(NOT FAN_WASM)
    # No exported function is meant to be replaced at load time: calls inside the library may be direct.
    target_compile_options(fan_flags INTERFACE -fno-semantic-interposition)
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|amd64|AMD64")
        # popcnt is everywhere since 2009; anything newer is chosen at run time.
        target_compile_options(fan_flags INTERFACE -march=x86-64-v2)
    endif()
    set(CMAKE_POSITION_INDEPENDENT_CODE ON)
endif()
if(FAN_LTO)
    # Fat objects: the static library must link with a compiler that knows nothing of our bytecode.
    target_compile_options(fan_flags INTERFACE -flto=auto -ffat-lto-objects)
    # Tests link the machine code of the same objects: the program and the shared library, which are
    # optimised as wholes, are tested as such by running them, and seventy such links take minutes.
    target_link_options(fan_flags INTERFACE $<IF:$<BOOL:$<TARGET_PROPERTY:FAN_TEST>>,-fno-lto,-flto=auto>)
endif()
if(FAN_SANITIZE)
    target_compile_options(fan_flags INTERFACE
        -fsanitize=${FAN_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(fan_flags INTERFACE -fsanitize=${FAN_SANITIZE})
endif()
if(FAN_FUZZ)
    if(NOT CMAKE_C_COMPILER_ID MATCHES "Clang")
        message(FATAL_ERROR "FAN_FUZZ needs clang; use the preset asan")
    endif()
    target_compile_options(fan_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()

# The table of layers: FAN_BELOW_<layer> lists what it may stand on.
set(table ${PROJECT_SOURCE_DIR}/cmake/layers.txt)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${table})
file(STRINGS ${table} rows REGEX "^[a-z]+:")
foreach(row IN LISTS rows)
    string(REGEX MATCH "^([a-z]+): *(.*)$" unused "${row}")
    set(layer ${CMAKE_MATCH_1})
    string(REPLACE " " ";" FAN_BELOW_${layer} "${CMAKE_MATCH_2}")
endforeach()

# fan_layer(NAME SOURCES a.c b.c [DEPENDS rules …])
# The static library fan_NAME (alias fan::NAME); DEPENDS only on what cmake/layers.txt allows. Headers of a layer are included as "engine/search.h",
# public ones as <fanorona/board.h>.
function(fan_layer name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;DEPENDS")
    add_library(fan_${name} STATIC ${arg_SOURCES})
    add_library(fan::${name} ALIAS fan_${name})
    target_include_directories(fan_${name}
        PUBLIC ${PROJECT_SOURCE_DIR}/include
        PRIVATE ${PROJECT_SOURCE_DIR}/src)
    target_link_libraries(fan_${name} PRIVATE fan_flags)
    foreach(below IN LISTS arg_DEPENDS)
        if(NOT below IN_LIST FAN_BELOW_${name})
            message(FATAL_ERROR "the layer ${name} may not depend on ${below} (cmake/layers.txt)")
        endif()
        target_link_libraries(fan_${name} PUBLIC fan_${below})
    endforeach()
endfunction()

# What every program of ours has: the flags, src/ and include/ to include from, the layers it names.
function(fan_executable target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINKS")
    add_executable(${target} ${arg_SOURCES})
    target_include_directories(${target} PRIVATE
        ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/tests)
    target_link_libraries(${target} PRIVATE fan_flags)
    foreach(layer IN LISTS arg_LINKS)
        target_link_libraries(${target} PRIVATE fan_${layer})
    endforeach()
endfunction()

# fan_program(NAME SOURCES a.c LINKS cli …): a program that is installed; it lies at the top of the build folder.
function(fan_program name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINKS")
    fan_executable(fan_program_${name} SOURCES ${arg_SOURCES} LINKS ${arg_LINKS})
    set_target_properties(fan_program_${name} PROPERTIES
        OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
    install(TARGETS fan_program_${name} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endfunction()

# fan_test(NAME SOURCES x.c LINKS rules check [ARGS …] [LABELS long] [NATIVE])
# A test program run by ctest as test NAME. NATIVE: not built for WebAssembly.
function(fan_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "NATIVE" "" "SOURCES;LINKS;ARGS;LABELS")
    if(NOT BUILD_TESTING OR (arg_NATIVE AND FAN_WASM))
        return()
    endif()
    fan_executable(test_${name} SOURCES ${arg_SOURCES} LINKS ${arg_LINKS})
    set_target_properties(test_${name} PROPERTIES FAN_TEST TRUE)
    if(NOT FAN_WASM)
        target_link_libraries(test_${name} PRIVATE cmocka)
    endif()
    # Through the target's name, so that the emulator of a cross build is put before it.
    add_test(NAME ${name} COMMAND test_${name} ${arg_ARGS})
    set_tests_properties(${name} PROPERTIES WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} TIMEOUT 300)
    if(FAN_SANITIZE)
        # Memory that cannot be had is refused as it would be without the sanitizer, not a crash.
        set_tests_properties(${name} PROPERTIES ENVIRONMENT
            "ASAN_OPTIONS=allocator_may_return_null=1;TSAN_OPTIONS=allocator_may_return_null=1")
    endif()
    if(arg_LABELS)
        set_tests_properties(${name} PROPERTIES LABELS "${arg_LABELS}")
    endif()
    if("long" IN_LIST arg_LABELS)
        set_tests_properties(${name} PROPERTIES TIMEOUT 7200)
    endif()
endfunction()

# fan_begin_first(NAME…): tests that take long, or wait long, are begun before others, so that none of them is still at
# work when everything else is done. Of the folder that made them.
function(fan_begin_first)
    foreach(name IN LISTS ARGN)
        if(TEST ${name})
            set_tests_properties(${name} PROPERTIES COST 100)
        endif()
    endforeach()
endfunction()

# fan_fuzz(NAME SOURCES x.c LINKS rules CORPUS dir)
# LLVMFuzzerTestOneInput in x.c becomes the test replay_NAME, which runs every file of the corpus, on
# every build; where FAN_FUZZ is on also the libFuzzer program fuzz_NAME.
function(fan_fuzz name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "NATIVE" "CORPUS" "SOURCES;LINKS")
    get_filename_component(corpus "${arg_CORPUS}" ABSOLUTE BASE_DIR ${CMAKE_CURRENT_SOURCE_DIR})
    set(native)
    if(arg_NATIVE)
        set(native NATIVE)
    endif()
    fan_test(replay_${name} ${native} SOURCES ${arg_SOURCES} ${PROJECT_SOURCE_DIR}/tests/support/replay.c
        LINKS ${arg_LINKS} ARGS ${corpus})
    if(FAN_FUZZ)
        fan_executable(fuzz_${name} SOURCES ${arg_SOURCES} LINKS ${arg_LINKS})
        target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
        set_target_properties(fuzz_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/fuzz)
        set_property(GLOBAL APPEND_STRING PROPERTY FAN_FUZZ_TARGETS "${name} ${corpus}\n")
    endif()
endfunction()

# Leaves the list of fuzz targets and their corpora for scripts/fuzz; called once all are known.
function(fan_write_fuzz_list)
    if(FAN_FUZZ)
        get_property(list GLOBAL PROPERTY FAN_FUZZ_TARGETS)
        file(WRITE ${PROJECT_BINARY_DIR}/fuzz/targets "${list}")
    endif()
endfunction()
