/* `fanorona tables pack` */
#include "cli/tables/place.h"
#include "tablegen/pack.h"

FanExit fan_tables_run_pack(FanArguments *arguments, const FanTablesPlace *place) {
    const char *folder = fan_arguments_text(arguments, "out", NULL);
    const char *bundle = fan_arguments_text(arguments, "bundle", NULL);
    FanTables *tables;
    if (!fan_arguments_given(arguments, "stones")) {
        return fan_complain(arguments, FAN_EXIT_USAGE, "pack: --stones is missing");
    }
    if (!folder == !bundle) {
        return fan_complain(arguments, FAN_EXIT_USAGE, "pack: say either --out or --bundle");
    }
    FanExit status = fan_tables_at(arguments, place, &tables);
    if (status != FAN_EXIT_FINE) {
        return status;
    }
    const FanPack pack = {tables, (unsigned)fan_arguments_number(arguments, "stones", 0),
                          (unsigned)fan_arguments_number(arguments, "threads", 2)};
    FanTablesError error;
    bool fine =
        bundle ? fan_pack_bundle(&pack, bundle, &error) : fan_pack_files(&pack, folder, &error);
    fan_tables_free(tables);
    return fine ? FAN_EXIT_FINE : fan_complain(arguments, FAN_EXIT_FAILED, "%s", error.text);
}
