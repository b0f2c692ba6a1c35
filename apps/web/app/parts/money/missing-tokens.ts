import { useLocation, useNavigate } from 'react-router'

/** Leads to the page where the user adds the missing tokens, and from there back to the current page. */
export function useAddTokens(): (missing: number) => void {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return (missing) => void navigate(`/user/wallet?need=${missing}&back=${encodeURIComponent(pathname + search)}`)
}

/** Both have two decimals at most: counted in hundredths so that nothing is lost in between. */
export const missingTokens = (price: number, balance: number): number =>
  Math.max(0, (Math.round(price * 100) - Math.round(balance * 100)) / 100)
export const leftTokens = (price: number, balance: number): number =>
  (Math.round(balance * 100) - Math.round(price * 100)) / 100
