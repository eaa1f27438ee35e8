import { MalformedValue, text, type ConfigKind } from "@narrows/service/config";

const minLength = 16;

/** What a secret must look like, whether the environment or a file gives it. */
export const secretKind = text({ minLength });

/** The characters that a key can be sent with (RFC 6750, 2.1, and a little more): no spaces, ASCII alone. */
export const bearerCharacters = "[\\x21-\\x7e]";
export const maxBearerLength = 512;

const adminKeyForm = new RegExp(`^${bearerCharacters}{${minLength},${maxBearerLength}}$`);

/** The administrator's key is a secret that is sent: one that no header can carry would lock its owner out. */
export const adminKeyKind: ConfigKind<string, ""> = {
  description: `${secretKind.description} and at most ${maxBearerLength}, printable ASCII without spaces`,
  unit: "",
  parse(written) {
    if (adminKeyForm.test(written)) return written;
    throw new MalformedValue(`It must be ${adminKeyKind.description}.`);
  },
};
