import { expect, it, onTestFinished } from "vitest";
import { StoreError } from "../../src/index.ts";
import { ann, setUp, stores, url } from "./set-up.ts";

/** The store makes the change and its answer is lost. */
function losesAnswersOf(name: "create" | "edit" | "delete" | "quarantine", code: StoreError["code"]): void {
  const original = stores.links[name];
  Object.assign(stores.links, { [name]: () => Promise.reject(new StoreError(code, "no answer")) });
  onTestFinished(() => void Object.assign(stores.links, { [name]: original }));
}

it.each(["create", "edit", "delete", "quarantine"] as const)(
  "forgets what memory holds of a link when it is not known whether %s was carried out",
  async (name) => {
    const { links, changed } = setUp();
    const alias = `unknown-${name}`;
    const key = { domain: "", code: alias };
    if (name !== "create") await links.create({ longUrl: url, alias }, ann);
    changed.length = 0;
    losesAnswersOf(name, "STORE_OUTCOME_UNKNOWN");
    const attempt = {
      create: () => links.create({ longUrl: url, alias }, ann),
      edit: () => links.edit(key, { note: "x" }, ann),
      delete: () => links.delete(key, ann),
      quarantine: () => links.quarantine(key, "phishing", ann),
    }[name];
    await expect(attempt()).rejects.toMatchObject({ code: "STORE_OUTCOME_UNKNOWN" });
    expect(changed).toEqual([key]);
  },
);

it("keeps what memory holds when nothing was changed", async () => {
  const { links, changed } = setUp();
  losesAnswersOf("create", "STORE_UNAVAILABLE");
  await expect(links.create({ longUrl: url }, ann)).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
  expect(changed).toEqual([]);
});
