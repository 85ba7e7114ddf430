//! Floating-point numbers of 8 bits: the formats of the Open Compute Project (OCP 8-bit Floating Point Specification 1.0) and those
//! of AMD's CDNA 3, which have neither infinities nor a negative zero.

/// How the bits of a number of 8 bits are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Small {
    E4m3,
    E5m2,
    E4m3Fnuz,
    E5m2Fnuz,
}

impl Small {
    /// Bits of the fraction.
    fn fraction(self) -> u32 {
        match self {
            Small::E4m3 | Small::E4m3Fnuz => 3,
            Small::E5m2 | Small::E5m2Fnuz => 2,
        }
    }

    /// The exponent of the smallest normal number.
    fn least(self) -> i32 {
        match self {
            Small::E4m3 => -6,
            Small::E4m3Fnuz => -7,
            Small::E5m2 => -14,
            Small::E5m2Fnuz => -15,
        }
    }

    /// The bits of the largest finite number.
    fn largest(self) -> u8 {
        match self {
            Small::E4m3 => 0x7e,
            Small::E5m2 => 0x7b,
            Small::E4m3Fnuz | Small::E5m2Fnuz => 0x7f,
        }
    }

    fn is_fnuz(self) -> bool {
        matches!(self, Small::E4m3Fnuz | Small::E5m2Fnuz)
    }

    /// The number that bits stand for.
    pub(crate) fn value(self, bits: u8) -> f32 {
        let (sign, size) = (if bits & 0x80 == 0 { 1.0 } else { -1.0 }, bits & 0x7f);
        if self.is_fnuz() && bits == 0x80 || !self.is_fnuz() && size > self.infinity() {
            return f32::NAN;
        }
        if size == self.infinity() && self == Small::E5m2 {
            return sign * f32::INFINITY;
        }
        let (exponent, fraction) = (i32::from(size >> self.fraction()), size & ((1 << self.fraction()) - 1));
        let whole = if exponent == 0 { 0 } else { 1 << self.fraction() };
        let scale = self.least() + (exponent - 1).max(0) - self.fraction() as i32;
        sign * f32::from(fraction + whole) * 2f32.powi(scale)
    }

    /// The bits above which there are NaNs alone; for `E5m2` they stand for infinity.
    fn infinity(self) -> u8 {
        if self == Small::E5m2 { 0x7c } else { self.largest() }
    }

    /// The nearest number, the even one of two; what is larger than the largest becomes that, infinities too.
    pub(crate) fn bits(self, value: f64) -> u8 {
        if value.is_nan() {
            return if self.is_fnuz() { 0x80 } else { 0x7f };
        }
        let size = value.abs();
        // An f64's exponent; what is below the range counts in units of the smallest number.
        let exponent = ((size.to_bits() >> 52) as i32 - 1023).clamp(self.least(), 1023);
        let units = (size * 2f64.powi(self.fraction() as i32 - exponent)).round_ties_even();
        let code = f64::from((exponent - self.least()) << self.fraction()) + units;
        let code = if code > f64::from(self.largest()) { self.largest() } else { code as u8 };
        let negative = value.is_sign_negative() && !(self.is_fnuz() && code == 0);
        if negative { code | 0x80 } else { code }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Small; 4] = [Small::E4m3, Small::E5m2, Small::E4m3Fnuz, Small::E5m2Fnuz];

    #[test]
    fn every_finite_number_comes_back_and_the_largest_are_those_of_the_formats() {
        for form in ALL {
            for bits in 0..=255u8 {
                let value = form.value(bits);
                if value.is_finite() {
                    assert_eq!(form.bits(value.into()), bits, "{form:?} {bits:#x} is {value}");
                }
            }
        }
        assert_eq!(ALL.map(|form| form.value(form.largest())), [448.0, 57344.0, 240.0, 57344.0]);
        assert_eq!(ALL.map(|form| form.value(1)), [2f32.powi(-9), 2f32.powi(-16), 2f32.powi(-10), 2f32.powi(-17)]);
    }

    #[test]
    fn numbers_between_go_to_the_even_neighbour_and_large_ones_to_the_largest() {
        assert_eq!(Small::E4m3.bits(1.0625), Small::E4m3.bits(1.0));
        assert_eq!(Small::E4m3.bits(1.1875), Small::E4m3.bits(1.25));
        // Halfway between 16 and 18, and between 18 and 20.
        assert_eq!([17.0, 19.0].map(|value| Small::E4m3.value(Small::E4m3.bits(value))), [16.0, 20.0]);
        assert_eq!(Small::E4m3.value(Small::E4m3.bits(-1e30)), -448.0);
        assert_eq!(Small::E5m2.value(Small::E5m2.bits(f64::INFINITY)), 57344.0);
        assert!(Small::E5m2.value(0x7c).is_infinite() && Small::E5m2.value(0xfd).is_nan() && Small::E4m3.value(0xff).is_nan());
        assert!(Small::E4m3Fnuz.value(0x80).is_nan() && Small::E4m3Fnuz.bits(-1e-9) == 0);
        assert!(ALL.iter().all(|form| form.value(form.bits(f64::NAN)).is_nan()));
    }
}
