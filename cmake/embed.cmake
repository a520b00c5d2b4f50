# fan_embed(LAYER SYMBOL FILE): the bytes of a file as `const unsigned char SYMBOL[]` and
# `const size_t SYMBOL_size` in a layer's library. Made anew when the file changes.
function(fan_embed layer symbol file)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    set(source ${CMAKE_CURRENT_BINARY_DIR}/${symbol}.c)
    file(READ ${file} bytes HEX)
    string(REGEX REPLACE "(................................................................)" "\\1\n" bytes "${bytes}")
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
    file(CONFIGURE OUTPUT ${source} CONTENT "/* Made by cmake/embed.cmake. */
#include <stddef.h>
extern const unsigned char ${symbol}[];
extern const size_t ${symbol}_size;
const unsigned char ${symbol}[] = {
${bytes}};
const size_t ${symbol}_size = sizeof ${symbol};
" @ONLY)
    target_sources(fan_${layer} PRIVATE ${source})
endfunction()
