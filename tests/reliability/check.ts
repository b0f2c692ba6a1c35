/** Whether the rule of this check is broken on purpose, so that the check can be seen to fail. */
export const sabotaged = (id: string): boolean => process.env['SABOTAGE'] === id

/**
 * For the environment of a process that a check starts: where sources are found compiled, if the run says so, and the rule that is broken.
 */
export const processEnvironment = (): Record<string, string> => {
  const { NODE_COMPILE_CACHE, NODE_OPTIONS, SABOTAGE } = process.env
  return {
    ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
    ...(SABOTAGE && NODE_OPTIONS && { NODE_OPTIONS, SABOTAGE }),
  }
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
