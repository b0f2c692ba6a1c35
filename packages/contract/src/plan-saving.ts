const percentMax = 90

/**
 * What a plan of several months saves against as many single months, in whole per cent: rounded down, so that it promises no more
 * than it saves, and 90 at most. Both prices are in the same unit, such as hundredths.
 */
export function planSavingPercent(price: number, monthly: number, months: number): number {
  const whole = monthly * months
  return price >= whole ? 0 : Math.min(percentMax, Math.floor(((whole - price) * 100) / whole))
}
