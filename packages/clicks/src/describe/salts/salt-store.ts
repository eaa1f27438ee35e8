/** Where several nodes keep the salts that they share. */
export interface SaltStore {
  /**
   * Keeps the candidate as the salt of the day unless there is one.
   *
   * @param day Whole days since 1970-01-01, UTC.
   * @returns The salt that is kept, the same for whoever asks.
   */
  obtain(day: number, candidate: Uint8Array): Promise<Uint8Array>;
  /** Removes the salts of earlier days for good, with whatever copies the store makes. */
  removeBefore(day: number): Promise<void>;
}
