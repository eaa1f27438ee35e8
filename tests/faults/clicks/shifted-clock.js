// Loaded before the program (`node --import`), this makes the time of day wrong by CLOCK_SHIFT_MS, in every thread, as a
// machine's clock is that nobody has set. What measures spans goes on as before.
const shiftMs = Number(process.env.CLOCK_SHIFT_MS ?? "0");
const RightDate = Date;

globalThis.Date = class Date extends RightDate {
  constructor(...given) {
    if (given.length === 0) super(RightDate.now() + shiftMs);
    else super(...given);
  }

  static now() {
    return RightDate.now() + shiftMs;
  }
};
