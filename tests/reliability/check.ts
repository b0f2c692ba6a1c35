/** For the environment of a process that a check starts: where sources are found compiled, if the run says so. */
export const compiledSources = (): Record<string, string> => {
  const { NODE_COMPILE_CACHE } = process.env
  return NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}
}

export type Tier = 'ci' | 'night' | 'release'

/** One figure of how safe the product is, tried anew. */
export interface ReliabilityCheck {
  id: string
  title: string
  run(given: {
    tier: Tier
    seed: number
    random: () => number
    seconds: number
  }): Promise<{ n: number; violations: string[] }>
}
