/**
 * Programs that say who they are, and that the list of isbot does not have. Each is a part of the user agent, in lower case,
 * that no browser has.
 */
export const unlistedBots: readonly string[] = [
  // Measures how fast a page is, for whoever asks.
  "gtmetrix",
  // Takes pictures of pages.
  "miniature.io/",
  // Yellow Lab Tools: measures how well a page is made.
  "ylt chrome/",
];
