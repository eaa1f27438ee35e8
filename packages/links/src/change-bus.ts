/**
 * Carries small texts to every node of an installation, the sender included.
 *
 * Best effort: texts may be lost, come late, twice, or in another order, and strangers may send others. Whoever must not
 * miss a change reads the store's log of changes; the bus only makes it quick.
 */
export interface ChangeBus {
  /**
   * Begins; called once, before anything else. Resolves when texts come in, or after a second at the latest: a bus that
   * cannot be reached must not keep a node from starting. From then on the driver connects by itself, again and again.
   *
   * @param receive Told of every text, also of this node's own; never throws.
   */
  open(receive: (text: string) => void): Promise<void>;
  /**
   * Sends one line of at most `maxBusTextBytes`, together with others of this turn where that is cheaper. Never waits and
   * never throws: what cannot be sent now is dropped and counted.
   */
  send(text: string): void;
  stats(): ChangeBusStats;
  /** Sends what was accepted, as far as that is possible within a second, and ends every connection. */
  close(): Promise<void>;
}

export type ChangeBusStats = {
  /** Whether the driver has a connection. A hung one is still one: only texts that come back show that all is well. */
  readonly isConnected: boolean;
  /** Texts that were not sent. */
  readonly dropped: number;
};

/** The longest text that a bus must carry. It has no line break in it. */
export const maxBusTextBytes = 1_000;
