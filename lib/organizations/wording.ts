import type { SharedReason, Wording } from "#lib/core/wording.ts";

export const ORGANIZATION_WORDING = {
  name_invalid: {
    page: { heading: "Enter a name of 1 to 80 characters, all of them visible", field: "name" },
    command:
      "The name must have 1 to 80 characters, and none that is invisible, such as a mark for the direction of text.",
  },
  too_many_organizations: {
    page: { heading: "You already own ten organizations", text: "Delete one first, or make somebody else its owner." },
  },
  last_owner: {
    page: { heading: "This is the last owner", text: "Make somebody else an owner first." },
    command: "That is the last owner. Make somebody else an owner first.",
  },
  member_unknown: {
    page: { heading: "This person is no longer a member", text: "Reload the page to see the current members." },
    command: "No such member. `ageway member list <organization>` shows all of them with their ids.",
  },
  already_member: { page: { heading: "This person is already a member", field: "email" } },
  invitation_unknown: {
    page: { heading: "This invitation no longer works", text: "Ask the person who invited you for a new one." },
  },
  other_address: {
    page: { heading: "This invitation is for another e-mail address", text: "Sign in with that address." },
  },
  too_many_invitations: {
    page: {
      heading: "You have sent too many invitations",
      text: "At most 20 can be open at a time, and 50 can be sent in a day. Cancel some, or continue tomorrow.",
    },
  },
  time_zone_invalid: { page: { heading: "Choose a time zone from the list", field: "timeZone" } },
  legal_address_invalid: {
    page: {
      heading: "Enter an address of at most 500 characters on 8 lines, all of them visible",
      field: "legalAddress",
    },
  },
  vat_number_invalid: { page: { heading: "Enter a VAT number such as DK12345678", field: "vatNumber" } },
  accent_invalid: {
    page: { heading: "Enter a colour such as #7a1f2b", field: "accent" },
    command: "That is not a colour. Write it like #7a1f2b, in quotes, or none.",
  },
  accent_too_light: {
    page: {
      heading: "White text cannot be read on this colour",
      text: "Its contrast is {contrast} : 1, and 4.5 : 1 is needed. The nearest colour that passes is {nearest}.",
      field: "accent",
    },
    command: "White text cannot be read on {accent} ({contrast} : 1). The nearest colour that passes is {nearest}.",
  },
  logo_too_heavy: {
    page: { heading: "The logo is larger than 64 KB", text: "Save it smaller.", field: "logo" },
    command: "The logo can have at most 64 KB.",
  },
  logo_unknown: {
    page: {
      heading: "This file is not a PNG, JPEG or WebP picture",
      text: "Save the logo as one of these.",
      field: "logo",
    },
    command: "That file is not a PNG, JPEG or WebP picture.",
  },
  logo_too_large: {
    page: {
      heading: "The logo is larger than 2,000 pixels",
      text: "Make it smaller in both directions.",
      field: "logo",
    },
    command: "The logo can have at most 2,000 pixels in each direction.",
  },
} as const satisfies Record<string, Wording>;

export type OrganizationReason = keyof typeof ORGANIZATION_WORDING | SharedReason;
