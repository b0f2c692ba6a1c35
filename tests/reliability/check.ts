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
