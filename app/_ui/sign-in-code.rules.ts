/** Names the field in which any form may ask for a mailed code, and the button that asks for another one. */
export const CODE_FIELD = "signInCode";
export const NEW_CODE = "newSignInCode";
