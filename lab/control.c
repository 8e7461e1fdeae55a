// control CARD NAME boolean|MAXIMUM VALUE: adds a control that a real codec's driver has to a card without
// it ("Headphone Jack", "Headphone Playback Volume"). amixer reads and sets it like any other control.
#include <alsa/asoundlib.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int add(snd_ctl_t *ctl, snd_ctl_elem_id_t *id, const char *kind, long value)
{
    snd_ctl_elem_info_t *info;
    snd_ctl_elem_value_t *values;
    snd_ctl_elem_info_alloca(&info);
    snd_ctl_elem_value_alloca(&values);
    snd_ctl_elem_info_set_id(info, id);
    snd_ctl_elem_value_set_id(values, id);
    int error;
    if (strcmp(kind, "boolean") == 0) {
        error = snd_ctl_add_boolean_elem_set(ctl, info, 1, 1);
        snd_ctl_elem_value_set_boolean(values, 0, value);
    } else {
        error = snd_ctl_add_integer_elem_set(ctl, info, 1, 2, 0, atol(kind), 1);
        snd_ctl_elem_value_set_integer(values, 0, value);
        snd_ctl_elem_value_set_integer(values, 1, value);
    }
    return error < 0 ? error : snd_ctl_elem_write(ctl, values);
}

int main(int argc, char **argv)
{
    snd_ctl_t *ctl;
    snd_ctl_elem_id_t *id;
    snd_ctl_elem_id_alloca(&id);
    if (argc != 5) {
        fprintf(stderr, "usage: control CARD NAME boolean|MAXIMUM VALUE\n");
        return 64;
    }
    bool is_jack = strstr(argv[2], " Jack") != NULL;
    snd_ctl_elem_id_set_interface(id, is_jack ? SND_CTL_ELEM_IFACE_CARD : SND_CTL_ELEM_IFACE_MIXER);
    snd_ctl_elem_id_set_name(id, argv[2]);
    int error = snd_ctl_open(&ctl, argv[1], 0);
    if (error >= 0)
        error = add(ctl, id, argv[3], atol(argv[4]));
    if (error < 0)
        fprintf(stderr, "control: %s: %s\n", argv[2], snd_strerror(error));
    return error < 0;
}
