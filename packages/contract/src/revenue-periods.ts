/** The spans of which staff see the revenue: so many days, or the last twelve months. Without a schema, so that pages may import it. */
export const revenuePeriods = ['7', '30', 'year'] as const
export type RevenuePeriod = (typeof revenuePeriods)[number]
