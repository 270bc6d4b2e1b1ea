/** Pictures of this size and larger make a README slow to open. */
export const maximumPictureBytes = 150_000;
