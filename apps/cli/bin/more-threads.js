/**
 * Has node keep more threads for files and names of hosts than its usual four, unless UV_THREADPOOL_SIZE says how many. A
 * disk that does not answer holds seven of them at most by what is asked for clicks, and names are looked up in half of them.
 *
 * They are made with the first call, so this comes before it, and holds for processes that this one starts.
 */
export function keepMoreThreads() {
  process.env.UV_THREADPOOL_SIZE ??= "8";
}
