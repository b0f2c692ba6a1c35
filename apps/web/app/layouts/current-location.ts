import { useLocation, useNavigation } from 'react-router'

/** Whether an address is where we are, or where we are already going: a press shows at once. */
export function useHere(): (to: string, exactly?: boolean, also?: readonly string[]) => boolean {
  const { pathname } = useLocation()
  const { state, location: next } = useNavigation()
  const path = state === 'loading' ? next.pathname : pathname
  return (to, exactly = false, also = []) =>
    path === to ||
    (!exactly && path.startsWith(`${to}/`)) ||
    also.some((entry) => path === entry || path.startsWith(`${entry}/`))
}
