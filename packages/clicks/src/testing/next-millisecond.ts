/** Where two things happen in one, nobody can tell which was first. */
export async function nextMillisecond(): Promise<void> {
  for (const before = Date.now(); Date.now() <= before;) await new Promise((resolve) => setTimeout(resolve, 1));
}
