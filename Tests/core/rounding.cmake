# Fails if an object of the library contains a fused multiply-add: cmake -DOBJDUMP=... -DLIBRARY=... -P rounding.cmake
# csrc/base/rounding.h states why. In this order: AArch64 and RISC-V, Arm, x86-64, s390x without and with vectors.
set(fused "fn?m(add|sub|la|ls)(.[sd])?|vfn?m[as][.]f.*|vfn?m(add|sub).*|m[as][de]br?|[vw]fn?m[as][dsx]b")
execute_process(
  COMMAND ${OBJDUMP} -d --no-show-raw-insn ${LIBRARY}
  COMMAND awk "/file format/ { file = $1 } $2 ~ /^(${fused})$/ { count[file]++ } $2 ~ /^[a-z]/ { all++ }
END { for (file in count) print file, count[file]; if (!all) print \"no instructions\" }"
  OUTPUT_VARIABLE found RESULTS_VARIABLE results)
if(found OR NOT results STREQUAL "0;0")
  message(FATAL_ERROR "Fused multiply-adds; include base/rounding.h before the functions of these files:\n${found}")
endif()
