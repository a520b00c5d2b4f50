# libfanorona, static and shared, from the layers with a public interface; what `make install` puts where.

set(parts)
foreach(layer rules record tables proof engine)
    list(APPEND parts $<TARGET_OBJECTS:fan_${layer}>)
endforeach()

add_library(fanorona_static STATIC ${parts})
add_library(fanorona_shared SHARED ${parts})
foreach(library fanorona_static fanorona_shared)
    set_target_properties(${library} PROPERTIES
        OUTPUT_NAME fanorona LINKER_LANGUAGE C ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}
        LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
    target_link_libraries(${library} PRIVATE fan_flags m PkgConfig::ZSTD)
endforeach()
# Until version 1 every minor version may break the interface, so it is part of the name.
if(PROJECT_VERSION_MAJOR EQUAL 0)
    set(soversion ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
else()
    set(soversion ${PROJECT_VERSION_MAJOR})
endif()
set_target_properties(fanorona_shared PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${soversion})
target_link_libraries(fanorona_static PRIVATE Threads::Threads)
target_link_libraries(fanorona_shared PRIVATE Threads::Threads)
if(NOT FAN_SANITIZE)
    # A sanitizer's own functions come from the program; everything else must be there.
    target_link_options(fanorona_shared PRIVATE -Wl,--no-undefined)
endif()
if(FAN_LTO)
    # The archive is for any compiler, also another version of ours: its bytecode goes, its code stays.
    add_custom_command(TARGET fanorona_static POST_BUILD
        COMMAND ${CMAKE_OBJCOPY} --wildcard --remove-section=.gnu.lto_* --remove-section=.gnu.debuglto_*
            $<TARGET_FILE:fanorona_static>)
endif()

install(TARGETS fanorona_static ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS fanorona_shared LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/fanorona DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
# The prefix is known only when installing (cmake --install --prefix).
install(CODE "
    set(CMAKE_INSTALL_LIBDIR \"${CMAKE_INSTALL_LIBDIR}\")
    set(CMAKE_INSTALL_INCLUDEDIR \"${CMAKE_INSTALL_INCLUDEDIR}\")
    set(PROJECT_VERSION \"${PROJECT_VERSION}\")
    configure_file(\"${PROJECT_SOURCE_DIR}/cmake/fanorona.pc.in\" \"${PROJECT_BINARY_DIR}/fanorona.pc\" @ONLY)")
install(FILES ${PROJECT_BINARY_DIR}/fanorona.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(FILES docs/fanorona.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(DIRECTORY ${PROJECT_BINARY_DIR}/web/ DESTINATION ${CMAKE_INSTALL_DATADIR}/fanorona/web)
install(DIRECTORY proofs DESTINATION ${CMAKE_INSTALL_DATADIR}/fanorona FILES_MATCHING PATTERN "*.proof" PATTERN turns EXCLUDE)
install(FILES LICENSE CHANGELOG.md CONTRIBUTING.md README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs FILES_MATCHING PATTERN "*.md" PATTERN "*.png")
# What the documents link to or have copied.
install(FILES packaging/fanorona.service packaging/nginx.conf DESTINATION ${CMAKE_INSTALL_DOCDIR}/packaging)
install(FILES protocol/v1.schema.json DESTINATION ${CMAKE_INSTALL_DOCDIR}/protocol)
install(FILES examples/tables.c DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples)
install(PROGRAMS examples/bot.py DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples)

# What people use, without the tests: the target behind `make`.
add_custom_target(product DEPENDS fan_program_fanorona fanorona_static fanorona_shared)

set(CPACK_PACKAGE_NAME fanorona)
set(CPACK_PACKAGE_CONTACT "The Fanorona contributors <fanorona@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "play and study Fanorona, the board game of Madagascar")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Loaded when the server starts, so no linker knows of it.
set(CPACK_DEBIAN_PACKAGE_DEPENDS libwebsockets-evlib-uv)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_STRIP_FILES ON)
include(CPack)
