# mbedcrypto::mbedcrypto, found by its name: Debian's mbedTLS 2.28 has neither a pkg-config nor a CMake file.
if(NOT TARGET mbedcrypto::mbedcrypto)
  find_library(MBEDCRYPTO_LIBRARY mbedcrypto REQUIRED)
  find_path(MBEDCRYPTO_INCLUDE_DIR mbedtls/aes.h REQUIRED)
  mark_as_advanced(MBEDCRYPTO_LIBRARY MBEDCRYPTO_INCLUDE_DIR)
  add_library(mbedcrypto::mbedcrypto UNKNOWN IMPORTED)
  set_target_properties(mbedcrypto::mbedcrypto PROPERTIES
    IMPORTED_LOCATION ${MBEDCRYPTO_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${MBEDCRYPTO_INCLUDE_DIR})
endif()
