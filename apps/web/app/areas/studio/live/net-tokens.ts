/** What of so many tokens the creator gets, before it is settled. */
export const netTokens = (tokens: number, commissionPct: number): number =>
  Math.floor((Math.round(tokens * 100) * (100 - commissionPct)) / 100) / 100
