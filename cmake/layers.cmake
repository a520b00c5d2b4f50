# How a layer, a test, a fuzz target and the program are made: one function each, so that every
# folder's CMakeLists.txt only names its sources and what it stands on.

set(FAN_SANITIZE "" CACHE STRING "Sanitizers for everything, as for -fsanitize=")
option(FAN_LTO "Link-time optimisation" OFF)
option(FAN_WERROR "Warnings are errors" ON)
option(FAN_WASM_SIMD "WebAssembly with vectors" OFF)
option(FAN_FUZZ "Build the libFuzzer targets (clang only)" OFF)
set(FAN_LONG "" CACHE STRING "Tests that on this kind of build are of the long suite, a regular expression")

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
set(of_test $<BOOL:$<TARGET_PROPERTY:FAN_TEST>>)
# What is under test is built as it ships; the tests themselves need not be fast.
target_compile_options(fan_flags INTERFACE $<$<AND:$<CONFIG:Release>,${of_test}>:-O1>)
if(FAN_LTO)
    # Fat objects: the static library must link with a compiler that knows nothing of our bytecode.
    # Tests link the machine code of the same objects: the program and the shared library, which are
    # optimised as wholes, are tested as such by running them, and seventy such links take minutes.
    target_compile_options(fan_flags INTERFACE "$<$<NOT:${of_test}>:-flto=auto;-ffat-lto-objects>")
    target_link_options(fan_flags INTERFACE $<IF:${of_test},-fno-lto,-flto=auto>)
endif()
if(CMAKE_C_COMPILER_ID MATCHES "Clang" AND NOT FAN_WASM)
    find_program(FAN_LLD ld.lld)
    if(FAN_LLD)
        target_link_options(fan_flags INTERFACE -fuse-ld=lld) # in a fourth of the time
    endif()
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
function(fan_equip target)
    target_include_directories(${target} PRIVATE
        ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/tests)
    target_link_libraries(${target} PRIVATE fan_flags)
    foreach(layer IN LISTS ARGN)
        target_link_libraries(${target} PRIVATE fan_${layer})
    endforeach()
endfunction()

# fan_executable(TARGET SOURCES a.c b.c [LINKS rules …]): a program, in no list of tests and not installed.
function(fan_executable target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINKS")
    add_executable(${target} ${arg_SOURCES})
    fan_equip(${target} ${arg_LINKS})
endfunction()

# fan_program(NAME SOURCES a.c LINKS cli …): a program that is installed; it lies at the top of the build folder.
function(fan_program name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINKS")
    fan_executable(fan_program_${name} SOURCES ${arg_SOURCES} LINKS ${arg_LINKS})
    set_target_properties(fan_program_${name} PROPERTIES
        OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
    install(TARGETS fan_program_${name} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endfunction()

# What programs of tests have in common is compiled once.
# fan_parts(RESULT SOURCES a.c b.c LINKS rules … [LIBRARIES PkgConfig::x …]): their objects.
function(fan_parts result)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINKS;LIBRARIES")
    set(objects)
    foreach(source IN LISTS arg_SOURCES)
        get_filename_component(path ${source} ABSOLUTE)
        get_filename_component(stem ${source} NAME_WE)
        string(SHA1 key "${path} ${arg_LINKS} ${arg_LIBRARIES}")
        string(SUBSTRING ${key} 0 6 key)
        set(part part_${stem}_${key})
        if(NOT TARGET ${part})
            add_library(${part} OBJECT EXCLUDE_FROM_ALL ${path})
            fan_equip(${part} ${arg_LINKS})
            target_link_libraries(${part} PRIVATE ${arg_LIBRARIES})
            set_target_properties(${part} PROPERTIES FAN_TEST TRUE)
        endif()
        list(APPEND objects $<TARGET_OBJECTS:${part}>)
    endforeach()
    set(${result} ${objects} PARENT_SCOPE)
endfunction()

# fan_test_program(TARGET SOURCES x_test.c part.c … LINKS rules … [LIBRARIES PkgConfig::x …])
# A program with cmocka; all but the first source may be parts of others as well.
function(fan_test_program target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINKS;LIBRARIES")
    list(POP_FRONT arg_SOURCES own)
    fan_parts(parts SOURCES ${arg_SOURCES} LINKS ${arg_LINKS} LIBRARIES ${arg_LIBRARIES})
    fan_executable(${target} SOURCES ${own} ${parts} LINKS ${arg_LINKS})
    set_target_properties(${target} PROPERTIES FAN_TEST TRUE)
    if(NOT FAN_WASM)
        list(APPEND arg_LIBRARIES cmocka)
    endif()
    target_link_libraries(${target} PRIVATE ${arg_LIBRARIES})
endfunction()

# The program of test NAME in RESULT: made unless another test has the same sources and layers. One that only tests
# of the long suite need is left to the target long_tests.
function(fan_program_of_test result name)
    cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "SOURCES;LINKS;LIBRARIES;LABELS")
    string(SHA1 key "${CMAKE_CURRENT_SOURCE_DIR} ${arg_SOURCES} ${arg_LINKS}")
    get_property(target GLOBAL PROPERTY FAN_PROGRAM_${key})
    if(NOT target)
        set(target test_${name})
        fan_test_program(${target} SOURCES ${arg_SOURCES} LINKS ${arg_LINKS} LIBRARIES ${arg_LIBRARIES})
        set_property(GLOBAL PROPERTY FAN_PROGRAM_${key} ${target})
        set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL TRUE)
        add_dependencies(long_tests ${target})
    endif()
    if(NOT "long" IN_LIST arg_LABELS)
        set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL FALSE)
    endif()
    set(${result} ${target} PARENT_SCOPE)
endfunction()

# fan_long_here(NAME…): tests that FAN_LONG names are labelled so; those of fan_test are without being told.
function(fan_long_here)
    foreach(name IN LISTS ARGN)
        if(FAN_LONG AND name MATCHES "${FAN_LONG}")
            set_tests_properties(${name} PROPERTIES LABELS long)
        endif()
    endforeach()
endfunction()

# fan_test(NAME SOURCES x.c LINKS rules check [LIBRARIES PkgConfig::x …] [ARGS …] [LABELS long] [NATIVE])
# A test program run by ctest as test NAME. NATIVE: not built for WebAssembly.
function(fan_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "NATIVE" "" "SOURCES;LINKS;LIBRARIES;ARGS;LABELS")
    if(NOT BUILD_TESTING OR (arg_NATIVE AND FAN_WASM))
        return()
    endif()
    if(FAN_LONG AND name MATCHES "${FAN_LONG}")
        list(APPEND arg_LABELS long)
    endif()
    fan_program_of_test(program ${name} SOURCES ${arg_SOURCES} LINKS ${arg_LINKS} LIBRARIES ${arg_LIBRARIES}
        LABELS ${arg_LABELS})
    # Through the target's name, so that the emulator of a cross build is put before it.
    add_test(NAME ${name} COMMAND ${program} ${arg_ARGS})
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

# fan_fuzz(NAME SOURCES x.c LINKS rules CORPUS dir [LIBRARIES PkgConfig::x …])
# LLVMFuzzerTestOneInput in x.c becomes the test replay_NAME, which runs every file of the corpus, on
# every build; where FAN_FUZZ is on also the libFuzzer program fuzz_NAME.
function(fan_fuzz name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "NATIVE" "CORPUS" "SOURCES;LINKS;LIBRARIES")
    get_filename_component(corpus "${arg_CORPUS}" ABSOLUTE BASE_DIR ${CMAKE_CURRENT_SOURCE_DIR})
    set(native)
    if(arg_NATIVE)
        set(native NATIVE)
    endif()
    # Replay comes first, for what comes after it is compiled once for both.
    fan_test(replay_${name} ${native} SOURCES ${PROJECT_SOURCE_DIR}/tests/support/replay.c ${arg_SOURCES}
        LINKS ${arg_LINKS} LIBRARIES ${arg_LIBRARIES} ARGS ${corpus})
    if(FAN_FUZZ)
        fan_parts(parts SOURCES ${arg_SOURCES} LINKS ${arg_LINKS} LIBRARIES ${arg_LIBRARIES})
        fan_executable(fuzz_${name} SOURCES ${parts} LINKS ${arg_LINKS})
        target_link_libraries(fuzz_${name} PRIVATE ${arg_LIBRARIES})
        target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
        set_target_properties(fuzz_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/fuzz)
        set_property(GLOBAL APPEND_STRING PROPERTY FAN_FUZZ_TARGETS "${name} ${corpus}\n")
    endif()
endfunction()

# Programs that only tests of the long suite need; everything else is built without being named.
add_custom_target(long_tests)

# Leaves the list of fuzz targets and their corpora for scripts/fuzz; called once all are known.
function(fan_write_fuzz_list)
    if(FAN_FUZZ)
        get_property(list GLOBAL PROPERTY FAN_FUZZ_TARGETS)
        file(WRITE ${PROJECT_BINARY_DIR}/fuzz/targets "${list}")
    endif()
endfunction()
