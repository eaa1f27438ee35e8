/**
 * Has a disk do something that concerns a file or a folder.
 *
 * @throws What the work throws, or that it has no answer in time.
 */
export type AskDisk = <Result>(path: string, work: () => Promise<Result>) => Promise<Result>;

/** Waits for as long as the disk takes. */
export const askAndWait: AskDisk = (_path, work) => work();
