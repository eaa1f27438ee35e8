import { isCode } from "@narrows/links";

/** Modules of light around the code that scanners rely on (ISO/IEC 18004, 9.1). */
const quietZoneModules = 4;
const fileEnding = ".svg";

/** Drawings of 5 to 11 KB each, so a megabyte or two. */
const keptDrawings = 200;

/** The code in a file name such as `AbC123Z.svg`; undefined where it is none. */
export function codeOfQrFile(file: string): string | undefined {
  const code = file.endsWith(fileEnding) ? file.slice(0, -fileEnding.length) : "";
  return isCode(code) ? code : undefined;
}

/** Draws a QR code of a short link as an SVG document. About a millisecond; the encoder is loaded when first used. */
async function drawQrCode(url: string): Promise<string> {
  const { renderSVG } = await import("uqr");
  // Level M survives 15 % of damage, as on a poster or a worn sticker.
  return renderSVG(url, { ecc: "M", border: quietZoneModules, pixelSize: 8 });
}

/** Remembers the drawings that were asked for last: anybody may ask, and a drawing costs more than its sending. */
export function createQrCodes(draw = drawQrCode, kept = keptDrawings): (url: string) => Promise<string> {
  const drawings = new Map<string, string>();
  return async (url) => {
    const drawing = drawings.get(url) ?? (await draw(url));
    // A Map keeps the order of insertion: the first is the one that was longest not asked for.
    drawings.delete(url);
    drawings.set(url, drawing);
    const [oldest] = drawings.keys();
    if (drawings.size > kept && oldest !== undefined) drawings.delete(oldest);
    return drawing;
  };
}
