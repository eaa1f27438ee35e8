/** Judges destinations: one function for create, edit, bulk and import. */
export interface DestinationPolicy {
  /**
   * Checks what an author wrote and returns the exact bytes of the Location header.
   *
   * @param field The request's field that is named in a refusal. Default `longUrl`.
   * @throws {LinkError} `DESTINATION_…`
   */
  check(longUrl: string, field?: string): string;
}
