import { data } from 'react-router'

export const handle = { layout: 'public', measured: 'never', noRedirect: true }
export function loader(): never {
  throw data(null, { status: 404 })
}
export default function NotFound() {
  return null
}
