import { useLocation, useNavigate } from 'react-router'

/** Leads to the page where the user adds the missing tokens, and from there back to the current page, with another query where one is given. */
export function useAddTokens(): (missing: number, query?: URLSearchParams) => void {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return (missing, query) => {
    const back = pathname + (query ? `?${query}` : search)
    void navigate(`/user/wallet?need=${missing}&back=${encodeURIComponent(back)}`)
  }
}

/** Both have two decimals at most: counted in hundredths so that nothing is lost in between. */
export const missingTokens = (price: number, balance: number): number =>
  Math.max(0, (Math.round(price * 100) - Math.round(balance * 100)) / 100)
export const leftTokens = (price: number, balance: number): number =>
  (Math.round(balance * 100) - Math.round(price * 100)) / 100
