import { useSyncExternalStore } from 'react'

/** State that lives longer than a render, and those who show it. */
export class Store<State extends object> {
  #state: State
  readonly #watchers = new Set<() => void>()

  constructor(state: State) {
    this.#state = state
  }
  get state(): State {
    return this.#state
  }
  readonly subscribe = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher)
    return () => void this.#watchers.delete(watcher)
  }
  protected set(changes: Partial<State>): void {
    this.#state = { ...this.#state, ...changes }
    for (const watcher of this.#watchers) watcher()
  }
}

export function useStore<State extends object>(store: Store<State>): State {
  const read = () => store.state
  return useSyncExternalStore(store.subscribe, read, read)
}
