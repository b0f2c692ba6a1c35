/** What a test card does. The number itself is not stored. */
export type Behaviour =
  | 'succeeds'
  | 'declines'
  | 'insufficient_funds'
  | 'expired_card'
  | 'charge_declines'
  | 'asks'
  | 'disputed'
  | 'times_out'
  | 'late'
  | 'twice'
  | 'out_of_order'

export const testCards: Record<string, { behaviour: Behaviour; brand: string; label: string }> = {
  '4242424242424242': { behaviour: 'succeeds', brand: 'visa', label: 'Succeeds' },
  '5555555555554444': { behaviour: 'succeeds', brand: 'mastercard', label: 'Succeeds' },
  '4000000000000002': { behaviour: 'declines', brand: 'visa', label: 'Is declined' },
  '4000000000009995': { behaviour: 'insufficient_funds', brand: 'visa', label: 'Has too little on it' },
  '4000000000000069': { behaviour: 'expired_card', brand: 'visa', label: 'Has expired' },
  '4000000000000341': {
    behaviour: 'charge_declines',
    brand: 'visa',
    label: 'Is saved, but later payments without you are declined',
  },
  '4000000000003220': { behaviour: 'asks', brand: 'visa', label: 'Asks you to confirm with your bank' },
  '4000000000000259': { behaviour: 'disputed', brand: 'visa', label: 'Succeeds and is disputed later' },
  '4000000000000119': { behaviour: 'times_out', brand: 'visa', label: 'Does not answer in time' },
  '4000000000001000': { behaviour: 'late', brand: 'visa', label: 'Succeeds some seconds later' },
  '4000000000005126': { behaviour: 'twice', brand: 'visa', label: 'Succeeds and sends its events twice' },
  '4000000000000077': {
    behaviour: 'out_of_order',
    brand: 'visa',
    label: 'Succeeds and sends its events in the wrong order',
  },
}
