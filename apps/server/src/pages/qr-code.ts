/** Modules of light around the code that scanners rely on (ISO/IEC 18004, 9.1). */
const quietZoneModules = 4;
const codePattern = /^([A-Za-z0-9_-]{1,64})\.svg$/;

/** The code in a file name such as `AbC123Z.svg`; undefined where it is none. */
export function codeOfQrFile(file: string): string | undefined {
  return codePattern.exec(file)?.[1];
}

/** Draws a QR code of a short link as an SVG document. About a millisecond; the encoder is loaded when first used. */
export async function qrCode(url: string): Promise<string> {
  const { renderSVG } = await import("uqr");
  // Level M survives 15 % of damage, as on a poster or a worn sticker.
  return renderSVG(url, { ecc: "M", border: quietZoneModules, pixelSize: 8 });
}
